//! Reads `table.txt`.

/// A command with its situations and options.
#[derive(Debug, Default)]
pub struct Section {
    /// The command.
    pub name: String,
    /// The situations: a letter, and the words of a command line.
    pub situations: Vec<(char, Vec<String>)>,
    /// The options, each with a value.
    pub rows: Vec<Row>,
}

/// An option with a value.
#[derive(Debug)]
pub struct Row {
    /// The option, and its value.
    pub words: Vec<String>,
    /// The expected results, by situation.
    pub cells: Vec<char>,
}

impl Row {
    /// Whether a message names the option, with its dashes or in words. Radices that are given twice are
    /// named together.
    pub fn is_named(&self, message: &str) -> bool {
        let option = &self.words[0];
        match option.strip_prefix("--") {
            Some(word) => message.contains(word),
            None => message.contains(option) || message.contains("--dims"),
        }
    }
}

/// The whole table.
pub fn read() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in include_str!("table.txt").lines().filter(|line| !line.starts_with('#')) {
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            sections.push(Section { name: name.to_string(), ..Section::default() });
            continue;
        }
        let (Some(section), Some((left, right))) = (sections.last_mut(), line.rsplit_once(" = ")) else {
            continue;
        };
        if left.starts_with('-') {
            let cells = words(right).iter().filter_map(|cell| cell.chars().next()).collect();
            section.rows.push(Row { words: words(left), cells });
        } else {
            section.situations.push((left.chars().next().expect("a letter"), words(right)));
        }
    }
    for section in &sections {
        let all = |row: &Row| row.cells.len() == section.situations.len();
        assert!(section.rows.iter().all(all), "{section:#?}");
    }
    sections
}
