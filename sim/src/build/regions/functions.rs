//! The C++ functions that Verilator wrote, and the members that their statements write. Bodies have no
//! comments and no white space.

use std::collections::{BTreeMap, BTreeSet};

/// A function of the root class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Characters of its definition.
    pub size: usize,
    body: String,
}

/// All functions by name.
pub type Functions = BTreeMap<String, Function>;

/// The functions that these texts define with the root as their only argument.
pub fn functions<'a>(root: &str, texts: impl IntoIterator<Item = &'a str>) -> Functions {
    let definitions = texts.into_iter().flat_map(|text| definitions(root, text));
    definitions.map(|(name, text)| (name.to_string(), Function::new(text))).collect()
}

/// Name and text of every definition.
pub fn definitions<'a>(root: &str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    let opening = format!("({root}* vlSelf) {{\n");
    let mut found = Vec::new();
    for (at, _) in text.match_indices(&opening) {
        let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let Some(length) = text[begin..].find("\n}\n") else { continue };
        let name = text[begin..at].rsplit(' ').next().unwrap_or_default();
        found.push((name, &text[begin..begin + length + 3]));
    }
    found
}

/// The text without comments.
pub fn without_comments(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let lines = lines.join("\n");
    let mut pieces = lines.split("/*");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.filter_map(|piece| piece.split_once("*/")).fold(first, |text, (_, behind)| text + " " + behind)
}

/// The lines that declare constants of other files.
pub fn constants(text: &str) -> String {
    let constant = |line: &&str| line.starts_with("extern ") && line.ends_with(';');
    text.lines().filter(constant).map(|line| format!("{line}\n")).collect()
}

impl Function {
    fn new(text: &str) -> Self {
        let mut body = without_comments(text.split_once('\n').map_or("", |(_, inside)| inside));
        body.retain(|c| !c.is_whitespace());
        // The beginning of every function is skipped: an unused name, a pointer, a message.
        let body = body.split_once("VL_DEBUG_IF(").and_then(|(_, rest)| rest.split_once(");"));
        Function { size: text.len(), body: body.map_or(String::new(), |(_, body)| body.to_string()) }
    }

    /// The functions that it calls, if it does nothing but call them when this region is triggered.
    pub fn calls(&self, region: &str) -> Option<Vec<String>> {
        let inside = self.body.trim_start_matches([')', ';']);
        let inside = inside.strip_prefix(&format!("if(vlSelf->__V{region}Triggered.at(0U))"))?;
        let inside = inside.strip_prefix('{')?.strip_suffix("}}")?;
        let name = |call: &str| call.strip_suffix("(vlSelf)").filter(|name| is_name(name)).map(String::from);
        inside.strip_suffix(';')?.split(';').map(name).collect()
    }

    /// Whether its statements show all that it does: it calls no other function of the design and accesses no
    /// other object.
    pub fn is_plain(&self) -> bool {
        !["vlSelf)", "vlSelf,", "vlSymsp"].iter().any(|word| self.body.contains(word))
    }

    /// The members to which it assigns.
    pub fn assigns(&self) -> BTreeSet<&str> {
        self.statements().filter_map(assigned).collect()
    }

    /// The members that it may write: those to which it assigns, and arguments of calls that may write them.
    pub fn may_write(&self) -> BTreeSet<&str> {
        let writing = |statement: &&str| statement.contains("_W(") || statement.contains("ASSIGN");
        let others = self.statements().filter(|one| is_call(one) || writing(one)).flat_map(members);
        self.assigns().into_iter().chain(others).collect()
    }

    fn statements(&self) -> impl Iterator<Item = &str> {
        self.body.split([';', '{', '}'])
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The member to which a statement assigns: `vlSelf->a=..`, `vlSelf->a[..]=..`.
fn assigned(statement: &str) -> Option<&str> {
    let rest = statement.strip_prefix("vlSelf->")?;
    let name = &rest[..name_length(rest)];
    let mut behind = &rest[name.len()..];
    while behind.starts_with('[') {
        behind = &behind[index_length(behind)?..];
    }
    (behind.starts_with('=') && !behind.starts_with("==")).then_some(name)
}

/// The number of characters of `[..]`.
fn index_length(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => open += 1,
            ']' if open == 1 => return Some(at + 1),
            ']' => open -= 1,
            _ => (),
        }
    }
    None
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// Whether a statement is neither an assignment nor a condition.
fn is_call(statement: &str) -> bool {
    let name = &statement[..name_length(statement)];
    statement[name.len()..].starts_with('(') && !["if", "else", "while", "for"].contains(&name)
}

fn members(statement: &str) -> impl Iterator<Item = &str> {
    statement.split("vlSelf->").skip(1).map(|rest| &rest[..name_length(rest)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A definition as Verilator writes it.
    pub fn defined(name: &str, body: &str) -> String {
        format!(
            "VL_INLINE_OPT void Vt___{name}(Vt* vlSelf) {{\n    if (false && vlSelf) {{}}  \
             // Prevent unused\n    \
             Vt__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;\n    \
             VL_DEBUG_IF(VL_DBG_MSGF(\"+    Vt___{name}\\n\"); );\n    // Body\n{body}}}\n"
        )
    }

    fn function(body: &str) -> Function {
        functions("Vt", [&defined("f", body)[..]]).remove("Vt___f").expect("a definition")
    }

    fn names<'a>(all: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        all.into_iter().collect()
    }

    #[test]
    fn comments_are_left_out() {
        let text = "CData/*4:0*/ a;  // a = 1;\nIData/*31:0*/ b; /* c */ /* d";
        let words: Vec<_> = without_comments(text).split_whitespace().map(String::from).collect();
        assert_eq!(words, ["CData", "a;", "IData", "b;"]);
    }

    #[test]
    fn definitions_are_found_by_their_name() {
        let text = defined("a", "    vlSelf->x = 1U;\n") + "\n#ifdef VL_DEBUG\n" + &defined("b", "");
        assert_eq!(names(definitions("Vt", &text).into_iter().map(|(name, _)| name)), ["Vt___a", "Vt___b"]);
        assert_eq!(
            text.replace(definitions("Vt", &text)[0].1, ""),
            text[defined("a", "    vlSelf->x = 1U;\n").len()..]
        );
        assert!(definitions("Vu", &text).is_empty());
    }

    #[test]
    fn calls_of_a_region() {
        let body = "    if (vlSelf->__VnbaTriggered.at(0U)) {\n        Vt___a(vlSelf);\n        \
                    Vt___b(vlSelf);\n    }\n";
        assert_eq!(function(body).calls("nba").unwrap(), ["Vt___a", "Vt___b"]);
        assert_eq!(function(body).calls("ico"), None);
        for other in ["vlSelf->x = 0U;", "if (1U) {\n}", "Vt___c(vlSelf, 1U);"] {
            assert_eq!(function(&body.replace("Vt___a(vlSelf);", other)).calls("nba"), None, "{other}");
        }
    }

    /// Assignments to whole members, elements and elements of elements; comparisons, reads, and calls.
    #[test]
    fn writes_of_a_function() {
        let cases: [(&str, &[&str], &[&str]); 7] = [
            ("vlSelf->a = vlSelf->b;", &["a"], &["a"]),
            ("vlSelf->a[vlSelf->b[1U]]\n        [2U] = (vlSelf->c == 1U);", &["a"], &["a"]),
            ("if (vlSelf->a == vlSelf->b) {\n vlSelf->c = 0U;\n }", &["c"], &["c"]),
            ("x = vlSelf->a;  // vlSelf->b = 1U;", &[], &[]),
            ("VL_EXTEND_WI(40,1, vlSelf->a, vlSelf->b);", &[], &["a", "b"]),
            ("vlSelf->a = VL_NEQ_W(2, VL_AND_W(2, vlSelf->t, vlSelf->u), z);", &["a"], &["a", "t", "u"]),
            ("vlSelf->a /*31:0*/ = 1U;", &["a"], &["a"]),
        ];
        for (text, assigns, may) in cases {
            let found = function(&format!("    {text}\n"));
            assert_eq!(
                (names(found.assigns()), names(found.may_write())),
                (assigns.to_vec(), may.to_vec()),
                "{text}"
            );
            assert!(found.is_plain(), "{text}");
        }
        assert!(!function("    Vt___g(vlSelf);\n").is_plain());
        assert!(!function("    vlSymsp->TOP.x = 1U;\n").is_plain());
    }
}
