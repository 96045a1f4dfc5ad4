// Table Arena's client for C++17: the full level of the protocol, over stdin and stdout.
// One header, standard library only. A bot derives from arena::Bot; `act` returns one of turn.legal.
#pragma once

#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace arena {

// A JSON value. Numbers keep their text; what is not there is null.
class Json {
  public:
    enum class Kind { null, boolean, number, string, list, object };

    static Json parse(const std::string &text) {
        size_t at = 0;
        Json value = read(text, at);
        skip(text, at);
        if (at != text.size()) throw std::runtime_error("more than one JSON value on a line");
        return value;
    }

    Kind kind() const { return kind_; }
    bool is_null() const { return kind_ == Kind::null; }
    bool truth() const { return text_ == "true"; }
    const std::string &text() const { return text_; }
    double number() const { return std::stod(text_); }
    int64_t integer() const { return std::stoll(text_); }
    const std::vector<Json> &list() const { return list_; }
    const std::map<std::string, Json> &object() const { return object_; }

    const Json &operator[](const std::string &key) const {
        static const Json nothing;
        auto found = object_.find(key);
        return found == object_.end() ? nothing : found->second;
    }

    std::vector<std::string> texts() const {
        std::vector<std::string> found;
        for (const Json &item : list_) found.push_back(item.text_);
        return found;
    }

  private:
    Kind kind_ = Kind::null;
    std::string text_;
    std::vector<Json> list_;
    std::map<std::string, Json> object_;

    static char sign(const std::string &text, size_t at) {
        if (at >= text.size()) throw std::runtime_error("JSON ends too early");
        return text[at];
    }

    static void skip(const std::string &text, size_t &at) {
        while (at < text.size() && std::string(" \t\r\n").find(text[at]) != std::string::npos) at++;
    }

    static Json read(const std::string &text, size_t &at) {
        skip(text, at);
        Json value;
        switch (sign(text, at)) {
        case '{':
            value.kind_ = Kind::object;
            for (at++; more(text, at, '}');) {
                std::string key = quoted(text, at);
                more(text, at, ':');
                value.object_[key] = read(text, at);
            }
            return value;
        case '[':
            value.kind_ = Kind::list;
            for (at++; more(text, at, ']');) value.list_.push_back(read(text, at));
            return value;
        case '"':
            value.kind_ = Kind::string;
            value.text_ = quoted(text, at);
            return value;
        default:
            size_t begin = at;
            while (at < text.size() && std::string(",]} \r\n").find(text[at]) == std::string::npos) at++;
            value.text_ = text.substr(begin, at - begin);
            bool word = value.text_ == "true" || value.text_ == "false";
            value.kind_ = value.text_ == "null" ? Kind::null : word ? Kind::boolean : Kind::number;
            return value;
        }
    }

    // Skip blanks, a comma or colon; false at this end sign, which is skipped.
    static bool more(const std::string &text, size_t &at, char end) {
        skip(text, at);
        if (sign(text, at) == ',' || sign(text, at) == ':') at++;
        skip(text, at);
        if (sign(text, at) != end) return true;
        at++;
        return false;
    }

    static std::string quoted(const std::string &text, size_t &at) {
        std::string made;
        for (at++; sign(text, at) != '"'; at++) {
            if (text[at] != '\\') {
                made += text[at];
                continue;
            }
            char escaped = sign(text, ++at);
            size_t place = std::string("bfnrt").find(escaped);
            if (escaped == 'u') {
                add_utf8(made, std::stoul(text.substr(at + 1, 4), nullptr, 16));
                at += 4;
            } else {
                made += place == std::string::npos ? escaped : "\b\f\n\r\t"[place];
            }
        }
        at++;
        return made;
    }

    static void add_utf8(std::string &made, unsigned long code) {
        if (code < 0x80) {
            made += static_cast<char>(code);
        } else if (code < 0x800) {
            made += static_cast<char>(0xC0 | (code >> 6));
            made += static_cast<char>(0x80 | (code & 0x3F));
        } else {
            made += static_cast<char>(0xE0 | (code >> 12));
            made += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
            made += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
};

// Reads a value as a type of views.hpp; what is missing is empty, or 0.
template <class T> struct Reader {
    static T read(const Json &json) { return T(json); }
};
template <class T> T read(const Json &json) { return Reader<T>::read(json); }
template <> struct Reader<std::string> {
    static std::string read(const Json &json) { return json.text(); }
};
template <> struct Reader<int64_t> {
    static int64_t read(const Json &json) { return json.is_null() ? 0 : json.integer(); }
};
template <> struct Reader<double> {
    static double read(const Json &json) { return json.is_null() ? 0 : json.number(); }
};
template <> struct Reader<bool> {
    static bool read(const Json &json) { return json.truth(); }
};
template <class T> struct Reader<std::optional<T>> {
    static std::optional<T> read(const Json &json) {
        return json.is_null() ? std::nullopt : std::optional<T>(arena::read<T>(json));
    }
};
template <class T> struct Reader<std::vector<T>> {
    static std::vector<T> read(const Json &json) {
        std::vector<T> made;
        for (const Json &item : json.list()) made.push_back(arena::read<T>(item));
        return made;
    }
};
template <class T> struct Reader<std::map<std::string, T>> {
    static std::map<std::string, T> read(const Json &json) {
        std::map<std::string, T> made;
        for (const auto &[key, item] : json.object()) made.emplace(key, arena::read<T>(item));
        return made;
    }
};

// A text as JSON, in quotes.
inline std::string quote(const std::string &text) {
    static const char *digits = "0123456789abcdef";
    std::string made = "\"";
    for (unsigned char sign : text) {
        if (sign == '"' || sign == '\\') {
            made += '\\';
            made += static_cast<char>(sign);
        } else if (sign < 0x20) {
            made += std::string("\\u00") + digits[sign >> 4] + digits[sign & 15];
        } else {
            made += static_cast<char>(sign);
        }
    }
    return made + "\"";
}

// One decision. Without a clock there is no deadline.
struct Turn {
    int seat;
    std::vector<std::string> legal;
    const Json &view;
    const std::vector<Json> &events;
    std::optional<int64_t> deadline_ms;
};

class Bot {
  public:
    virtual ~Bot() = default;
    virtual void start(const Json & /*ack*/) {}
    virtual void watch(const std::vector<Json> & /*events*/) {}
    virtual std::string act(const Turn &turn) = 0;
    virtual void end(const Json & /*over*/) {}
};

// Plays one match: takes the server's messages and returns the replies, empty if there is none.
class Conversation {
  public:
    explicit Conversation(Bot &bot) : bot_(bot) {}
    bool over() const { return over_; }

    std::string hear(const std::string &line) {
        Json message = Json::parse(line);
        const std::string &type = message["type"].text();
        if (type == "join_ack") {
            seat_ = static_cast<int>(message["seat"].integer());
            bot_.start(message);
            return "{\"type\":\"ready\"}";
        }
        if (type == "state") return state(message);
        if (type == "game_over") {
            over_ = true;
            bot_.end(message);
        } else if (type == "error") {
            std::cerr << message["message"].text() << ' ' << message["detail"].text() << std::endl;
        }
        return "";
    }

  private:
    Bot &bot_;
    int seat_ = -1;
    int64_t seq_ = -1;
    bool over_ = false;
    std::vector<Json> events_;

    std::string state(const Json &state) {
        if (state["seq"].integer() > seq_) {
            seq_ = state["seq"].integer();
            const auto &fresh = state["events"].list();
            events_.insert(events_.end(), fresh.begin(), fresh.end());
            bot_.watch(fresh);
        }
        if (state["request_id"].is_null()) return "";
        std::vector<Json> seen;
        seen.swap(events_);
        std::optional<int64_t> deadline;
        if (!state["deadline_ms"].is_null()) deadline = state["deadline_ms"].integer();
        std::string choice, fault;
        try {
            choice = bot_.act({seat_, state["view"]["legal"].texts(), state["view"], seen, deadline});
        } catch (const std::exception &error) {
            std::cerr << error.what() << std::endl;
            fault = ",\"fault\":" + quote(std::string("exception: ") + error.what());
        }
        return "{\"type\":\"action\",\"choice\":" + quote(choice) + fault +
               ",\"request_id\":" + state["request_id"].text() + "}";
    }
};

// Play one match as a child process; print your own text to std::cerr.
inline void run(Bot &bot) {
    Conversation conversation(bot);
    for (std::string line; !conversation.over() && std::getline(std::cin, line);) {
        std::string reply = conversation.hear(line);
        if (!reply.empty()) std::cout << reply << std::endl; // endl flushes: the table waits for it
    }
}

} // namespace arena
