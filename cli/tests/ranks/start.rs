//! The runs that ranks refuse, and ranks that end.

use crate::folder;
use torus_gen::experiment::{exchange, Repetitions, RunOptions};
use torus_gen::network::AnyNetwork;
use torus_sim::ranks::{threads::on_threads, InBlocks, Ranks};
use torus_sim::{scratch::ScratchFolder, Engine};

/// The error with which a run on a rank ends.
fn error_of(dir: &ScratchFolder, ranks: &dyn Ranks, engine: Engine) -> String {
    let network = AnyNetwork::of_folder(dir.path()).expect("an emitted folder");
    let run = RunOptions { ranks: Some(ranks), ..RunOptions::quiet(engine) };
    let golden_model = network.task().golden_model().expect("exchanges");
    let found = exchange(golden_model, network.link_loads(), dir.path(), Repetitions::default(), run, |_| ());
    found.err().map_or(String::new(), |error| error.to_string())
}

/// Every rank says the same.
#[test]
fn what_cannot_be_shared_is_refused() {
    let dir = folder("3x4");
    let refused = |size, engine| on_threads(size, |ranks| error_of(&dir, ranks, engine));
    for said in refused(5, Engine::Model) {
        assert!(said.contains("5 ranks were asked for") && said.contains("start 4"), "{said}");
    }
    let asked = |ranks: &dyn Ranks| error_of(&dir, &InBlocks::new(ranks, vec![2, 2]), Engine::Model);
    for said in on_threads(2, asked) {
        assert!(said.contains("blocks 2x2 were asked for, 4 in all, and 2 ranks were started"), "{said}");
    }
    for said in refused(2, Engine::Fabric) {
        assert!(said.contains("engine fabric") && said.contains("model or tiles"), "{said}");
    }
}

/// One of the ranks has another folder: it says why it stops, and so do the others.
#[test]
fn an_error_of_one_rank_is_told_to_all() {
    let (dir, other) = (folder("4x4"), folder("4x4"));
    std::fs::remove_file(other.path().join("rtl/torus_4x4_rom.v")).expect("a ROM");
    let run =
        |ranks: &dyn Ranks| error_of(if ranks.rank() == 2 { &other } else { &dir }, ranks, Engine::Model);
    let said = on_threads(3, run);
    assert!(said[2].contains("rom"), "{}", said[2]);
    assert_eq!([&said[0], &said[1]], [&format!("rank 2: {}", said[2]); 2]);
}

/// A rank is gone in the middle: the others end with an error.
#[test]
fn a_rank_that_ends_is_an_error_of_the_others() {
    let dir = folder("4x4");
    let said = on_threads(3, |ranks| match ranks.rank() {
        1 => ranks.all(&[]).len().to_string(),
        _ => error_of(&dir, ranks, Engine::Model),
    });
    assert_eq!(said[1], "3");
    assert!(said[0].contains("rank 0 waited for rank") && said[0].contains("has ended"), "{}", said[0]);
    assert!(said[2].contains("rank 2 waited for rank") && said[2].contains("has ended"), "{}", said[2]);
}
