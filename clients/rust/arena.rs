//! Table Arena's client for Rust: the full level of the protocol, over stdin and stdout.
//! One module, standard library only. A bot implements `Bot`; `act` returns one of `turn.legal`.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

/// A JSON value; numbers keep their text.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

static NULL: Json = Json::Null;

impl Json {
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { signs: text.chars().collect(), at: 0 };
        reader.value()
    }

    /// The value of a key; null if there is none.
    pub fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(map) => map.get(key).unwrap_or(&NULL),
            _ => &NULL,
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) | Json::Number(text) => text,
            _ => "",
        }
    }

    pub fn integer(&self) -> Option<i64> {
        match self {
            Json::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(list) => list,
            _ => &[],
        }
    }
}

/// A type of views.rs that a value can be read as; what is missing is empty, or 0.
pub trait Read {
    fn read(json: &Json) -> Self;
}

impl Read for Json {
    fn read(json: &Json) -> Self {
        json.clone()
    }
}

impl Read for String {
    fn read(json: &Json) -> Self {
        json.text().to_string()
    }
}

impl Read for i64 {
    fn read(json: &Json) -> Self {
        json.integer().unwrap_or(0)
    }
}

impl Read for f64 {
    fn read(json: &Json) -> Self {
        json.text().parse().unwrap_or(0.0)
    }
}

impl Read for bool {
    fn read(json: &Json) -> Self {
        *json == Json::Bool(true)
    }
}

impl<T: Read> Read for Option<T> {
    fn read(json: &Json) -> Self {
        if *json == Json::Null { None } else { Some(T::read(json)) }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(json: &Json) -> Self {
        json.list().iter().map(T::read).collect()
    }
}

impl<T: Read> Read for BTreeMap<String, T> {
    fn read(json: &Json) -> Self {
        match json {
            Json::Object(map) => map.iter().map(|(key, item)| (key.clone(), T::read(item))).collect(),
            _ => BTreeMap::new(),
        }
    }
}

struct Reader {
    signs: Vec<char>,
    at: usize,
}

impl Reader {
    fn sign(&mut self) -> Result<char, String> {
        while self.signs.get(self.at).map_or(false, |sign| sign.is_whitespace()) {
            self.at += 1;
        }
        self.signs.get(self.at).copied().ok_or_else(|| "JSON ends too early".to_string())
    }

    fn value(&mut self) -> Result<Json, String> {
        match self.sign()? {
            '{' => {
                let mut map = BTreeMap::new();
                self.at += 1;
                while self.more('}')? {
                    let key = self.quoted()?;
                    self.more(':')?;
                    map.insert(key, self.value()?);
                }
                Ok(Json::Object(map))
            }
            '[' => {
                let mut list = Vec::new();
                self.at += 1;
                while self.more(']')? {
                    list.push(self.value()?);
                }
                Ok(Json::List(list))
            }
            '"' => Ok(Json::Text(self.quoted()?)),
            _ => self.word(),
        }
    }

    /// Skip blanks, a comma or colon; false at this end sign, which is skipped.
    fn more(&mut self, end: char) -> Result<bool, String> {
        if matches!(self.sign()?, ',' | ':') {
            self.at += 1;
        }
        if self.sign()? != end {
            return Ok(true);
        }
        self.at += 1;
        Ok(false)
    }

    fn word(&mut self) -> Result<Json, String> {
        let mut word = String::new();
        while let Some(sign) = self.signs.get(self.at) {
            if ",]} \r\n".contains(*sign) {
                break;
            }
            word.push(*sign);
            self.at += 1;
        }
        match word.as_str() {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            _ if word.parse::<f64>().is_ok() => Ok(Json::Number(word)),
            _ => Err(format!("{word:?} is no JSON")),
        }
    }

    fn quoted(&mut self) -> Result<String, String> {
        let mut made = String::new();
        self.sign()?;
        self.at += 1;
        loop {
            let sign = *self.signs.get(self.at).ok_or("JSON ends too early")?;
            self.at += 1;
            match sign {
                '"' => return Ok(made),
                '\\' => made.push(self.escaped()?),
                _ => made.push(sign),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let sign = *self.signs.get(self.at).ok_or("JSON ends too early")?;
        self.at += 1;
        Ok(match sign {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let digits: String = self.signs.iter().skip(self.at).take(4).collect();
                self.at += 4;
                let code = u32::from_str_radix(&digits, 16).map_err(|error| error.to_string())?;
                char::from_u32(code).unwrap_or('\u{fffd}')
            }
            other => other,
        })
    }
}

/// A text as JSON, in quotes.
pub fn quote(text: &str) -> String {
    let mut made = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => made.extend(['\\', sign]),
            _ if (sign as u32) < 0x20 => made.push_str(&format!("\\u{:04x}", sign as u32)),
            _ => made.push(sign),
        }
    }
    made + "\""
}

/// One decision. Without a clock there is no deadline.
pub struct Turn<'a> {
    pub seat: i64,
    pub legal: Vec<String>,
    pub view: &'a Json,
    pub events: Vec<Json>,
    pub deadline_ms: Option<i64>,
}

pub trait Bot {
    fn start(&mut self, _ack: &Json) {}
    fn watch(&mut self, _events: &[Json]) {}
    /// One of `turn.legal`; an error is reported as the bot's fault, and the match goes on.
    fn act(&mut self, turn: &Turn) -> Result<String, String>;
    fn end(&mut self, _over: &Json) {}
}

/// Plays one match: takes the server's messages and returns the replies.
pub struct Conversation<'a> {
    bot: &'a mut dyn Bot,
    seat: i64,
    seq: i64,
    events: Vec<Json>,
    pub over: bool,
}

impl<'a> Conversation<'a> {
    pub fn new(bot: &'a mut dyn Bot) -> Self {
        Conversation { bot, seat: -1, seq: -1, events: Vec::new(), over: false }
    }

    pub fn hear(&mut self, line: &str) -> Result<Option<String>, String> {
        let message = Json::parse(line)?;
        match message.get("type").text() {
            "join_ack" => {
                self.seat = message.get("seat").integer().unwrap_or(-1);
                self.bot.start(&message);
                return Ok(Some("{\"type\":\"ready\"}".to_string()));
            }
            "state" => return Ok(self.state(&message)),
            "game_over" => {
                self.over = true;
                self.bot.end(&message);
            }
            "error" => eprintln!("{} {}", message.get("message").text(), message.get("detail").text()),
            _ => {}
        }
        Ok(None)
    }

    fn state(&mut self, state: &Json) -> Option<String> {
        let seq = state.get("seq").integer().unwrap_or(-1);
        if seq > self.seq {
            self.seq = seq;
            self.events.extend_from_slice(state.get("events").list());
            self.bot.watch(state.get("events").list());
        }
        if *state.get("request_id") == Json::Null {
            return None;
        }
        let view = state.get("view");
        let legal = view.get("legal").list().iter().map(|item| item.text().to_string()).collect();
        let turn = Turn {
            seat: self.seat,
            legal,
            view,
            events: std::mem::take(&mut self.events),
            deadline_ms: state.get("deadline_ms").integer(),
        };
        let (choice, fault) = match self.bot.act(&turn) {
            Ok(choice) => (choice, String::new()),
            Err(error) => {
                eprintln!("{error}");
                (String::new(), format!(",\"fault\":{}", quote(&format!("error: {error}"))))
            }
        };
        let id = state.get("request_id").text();
        Some(format!("{{\"type\":\"action\",\"choice\":{}{fault},\"request_id\":{id}}}", quote(&choice)))
    }
}

/// Play one match as a child process; print your own text with eprintln!.
pub fn run(bot: &mut dyn Bot) -> Result<(), String> {
    let mut conversation = Conversation::new(bot);
    for line in io::stdin().lock().lines() {
        if let Some(reply) = conversation.hear(&line.map_err(|error| error.to_string())?)? {
            let mut out = io::stdout().lock();
            writeln!(out, "{reply}").and_then(|()| out.flush()).map_err(|error| error.to_string())?;
        }
        if conversation.over {
            break;
        }
    }
    Ok(())
}
