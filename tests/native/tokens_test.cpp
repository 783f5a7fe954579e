#include "text/tokens.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "text/lexeme.h"

using namespace fermata;

namespace {

std::vector<std::string> texts(const Syntax& syntax) {
  std::vector<std::string> out;
  for (const Token& token : syntax.tokens) out.emplace_back(syntax.of(token));
  return out;
}

using Texts = std::vector<std::string>;

/// The kind of a text that must be one token.
TokenKind kind_of(std::string_view text) {
  Syntax syntax = tokenize(text);
  INFO("text: " << text << "  message: " << syntax.message);
  REQUIRE(syntax.status == ReadStatus::Complete);
  REQUIRE(syntax.tokens.size() == 1);
  CHECK(syntax.of(syntax.tokens[0]) == text);
  return syntax.tokens[0].kind;
}

void check_kinds(TokenKind kind, std::initializer_list<std::string_view> all) {
  for (std::string_view text : all) {
    INFO(text);
    CHECK(kind_of(text) == kind);
  }
}

struct Wrong {
  std::string_view text;
  uint32_t offset, length;
  std::string_view message;
};

void check_wrong(ReadStatus status, std::initializer_list<Wrong> rows) {
  for (const Wrong& row : rows)
    for (Trivia trivia : {Trivia::Drop, Trivia::Keep}) {
      Syntax syntax = tokenize(row.text, trivia);
      INFO("text: " << row.text);
      CHECK(syntax.status == status);
      CHECK(syntax.offset == row.offset);
      CHECK(syntax.length == row.length);
      CHECK(syntax.message == row.message);
      CHECK_FALSE(syntax.hint.empty());
    }
}

void check_total(std::string_view text, Trivia trivia) {
  Syntax syntax = tokenize(text, trivia);
  size_t end = 0;
  bool good = true;
  for (size_t i = 0; i < syntax.tokens.size(); ++i) {
    const Token& token = syntax.tokens[i];
    good = good && token.offset >= end && token.length > 0;
    end = size_t{token.offset} + token.length;
    good = good && end <= text.size();
    if (token.kind == TokenKind::Open)
      good = good && token.match > i && token.match <= syntax.tokens.size();
    if (token.kind == TokenKind::Close) good = good && syntax.tokens[token.match].match == i;
  }
  good = good && size_t{syntax.offset} + syntax.length <= text.size();
  good = good && (syntax.status == ReadStatus::Complete) == syntax.message.empty();
  for (size_t at = 0; good && at < syntax.tokens.size();) {
    size_t next = after_datum(syntax, at);
    good = next > at && next <= syntax.tokens.size();
    at = next;
  }
  if (!good) FAIL("broken promise for: " << Catch::Detail::stringify(std::string(text)));
}

}  // namespace

TEST_CASE("numbers are what Scheme reads as numbers", "[tokens]") {
  check_kinds(TokenKind::Number,
              {"0",      "120",    "-7",     "+2",   "1/2",    "-3/8",    "8.",     ".5",
               "+.5",    "1.5",    "1e5",    "1E-3", "1s3",    "1d3",     "1.5f2",  "1L2",
               "1.e2",   "-.5e1",  "#xFF",   "#Xff", "#b101",  "#o17",    "#d10",   "#e1.5",
               "#i1/2",  "#e#x10", "#x#e10", "#x-1", "#x1/2",  "+inf.0",  "-inf.0", "+nan.0",
               "+INF.0", "+i",     "-i",     "1+2i", "1-i",    "+inf.0i", "+1/2i",  "1@2",
               "1##",    "1#.#",   "1#/2",   "1/2#", "#xA+Bi", "+1e5i"});
  check_kinds(TokenKind::Symbol,
              {"+",      "-",     "...", "1+",   "1/0",  "0/0", "1e",  "1.2.3", "1/2e3",
               "1/-2",   "3+2",   "1q",  "1i",   "1#.5", "+.",  ".e1", "1@1i",  "1++2i",
               "+nan.5", "1e1.5", "-d",  "+5i5", "1@",   "..",  ".a",  "1/0#",  "1e5i"});
}

TEST_CASE("symbols take what Guile lets them take", "[tokens]") {
  check_kinds(TokenKind::Symbol, {"a",
                                  "note",
                                  "c4",
                                  "c#4",
                                  "f##5",
                                  "c+4",
                                  "c-1",
                                  "c#-1",
                                  "bb3",
                                  "F#5",
                                  "a'b",
                                  "a`b",
                                  "a,b",
                                  "|a",
                                  "a|b",
                                  "{a}",
                                  "a\\b",
                                  "set!",
                                  "list->vector",
                                  "q.",
                                  "h",
                                  "3:",
                                  "a:b",
                                  "3:2:1",
                                  "3:x",
                                  "+3:2",
                                  "$x",
                                  "$Outer",
                                  "$",
                                  "$Out2",
                                  "#{odd symbol}#",
                                  "#{a)(\"b}#",
                                  "#{a\\}#b}#",
                                  "\u00e9t\u00e9",
                                  "\u266d",
                                  "!",
                                  "a!#"});
}

TEST_CASE("music has its own tokens", "[tokens]") {
  check_kinds(TokenKind::Keyword, {":q", ":q.", ":8", ":16..", ":mf", ":8va", ":M3", ":-M3", ":<",
                                   ":1024", ":a:b", "#:kw", "#:8", ":\u00e9"});
  check_kinds(TokenKind::Ratio, {"3:2", "6:4", "13:8", "0:0"});
  check_kinds(TokenKind::History, {"$Out", "$In", "$Out[47]", "$In[47]", "$Out[-1]", "$In[-12]"});
  CHECK(texts(tokenize("(f $Out[3])")) == Texts{"(", "f", "$Out[3]", ")"});
  CHECK(texts(tokenize("$Out [3]")) == Texts{"$Out", "[", "3", "]"});
  CHECK(texts(tokenize("$Outer[3]")) == Texts{"$Outer", "[", "3", "]"});
}

TEST_CASE("strings, characters and constants", "[tokens]") {
  check_kinds(TokenKind::String,
              {"\"\"", "\"a b\"", "\"\\\"\"", "\"\\\\\"", "\"a\nb\"", "\"\\x41;\"", "\"\\x41\"",
               "\"\\u00e9\\U01d11e\"", "\"\\n\\t\\r\\a\\f\\v\\b\\0\\|\\(\"", "\"a\\\n  b\"",
               "\"a\\\r\nb\"", "\"\u266d ) ; #|\""});
  CHECK(kind_of(std::string_view("\"\0\x01\"", 4)) == TokenKind::String);
  check_kinds(TokenKind::Character,
              {"#\\a", "#\\A", "#\\(", "#\\)", "#\\;", "#\\\"", "#\\ ", "#\\#", "#\\space",
               "#\\SPACE", "#\\newline", "#\\nul", "#\\x", "#\\x41", "#\\x1d11e", "#\\101",
               "#\\\u00e9", "#\\esc", "#\\\\"});
  check_kinds(TokenKind::Constant, {"#t", "#f", "#true", "#false", "#nil"});
}

TEST_CASE("string values", "[tokens]") {
  CHECK(string_value("\"\"").empty());
  CHECK(string_value("\"plain\"") == "plain");
  CHECK(string_value("\"\\n\\t\\r\\a\\f\\v\\b\\\\\\\"\\|\\(\"") == "\n\t\r\a\f\v\b\\\"|(");
  CHECK(string_value("\"a\\0b\"") == std::string("a\0b", 3));
  CHECK(string_value("\"\\x41;!\"") == "A!");
  CHECK(string_value("\"\\x41!\"") == "A!");
  CHECK(string_value("\"\\x1b[0m\"") == "\x1b[0m");
  CHECK(string_value("\"\\x1d11e;\"") == "\xF0\x9D\x84\x9E");
  CHECK(string_value("\"\\u00e9\\U01d11e\"") == "\xC3\xA9\xF0\x9D\x84\x9E");
  CHECK(string_value("\"a\\\n  b\"") == "a  b");
  CHECK(string_value("\"\xE2\x99\xAD\"") == "\xE2\x99\xAD");
}

TEST_CASE("symbol names", "[tokens]") {
  CHECK(symbol_name("c#4") == "c#4");
  CHECK(symbol_name("#{}#").empty());
  CHECK(symbol_name("#{odd symbol}#") == "odd symbol");
  CHECK(symbol_name("#{a\\x41;b}#") == "aAb");
  CHECK(symbol_name("#{a\\}#b}#") == "a}#b");
  CHECK(symbol_name("#{a\\nb}#") == "anb");
  CHECK(symbol_name("#{a}}#") == "a}");
}

TEST_CASE("named characters", "[tokens]") {
  CHECK(named_character("a") == U'a');
  CHECK(named_character("x41") == U'A');
  CHECK(named_character("101") == U'A');
  CHECK(named_character("Newline") == U'\n');
  CHECK(named_character("\xE2\x97\x8C\xCC\x81") ==
        char32_t{0x301});  // an accent on its dotted circle
  CHECK_FALSE(named_character("xd800"));
  CHECK_FALSE(named_character("x110000"));
  CHECK_FALSE(named_character("foo"));
}

TEST_CASE("lists know where they end", "[tokens]") {
  Syntax syntax = tokenize("(a [b #(c)] #vu8(1 2))");
  REQUIRE(syntax.status == ReadStatus::Complete);
  CHECK(texts(syntax) ==
        Texts{"(", "a", "[", "b", "#(", "c", ")", "]", "#vu8(", "1", "2", ")", ")"});
  CHECK(syntax.tokens[0].match == 12);
  CHECK(syntax.tokens[12].match == 0);
  CHECK(syntax.tokens[2].match == 7);
  CHECK(syntax.tokens[4].match == 6);
  CHECK(syntax.tokens[8].match == 11);
  CHECK(syntax.tokens[8].kind == TokenKind::Open);
  CHECK(syntax.tokens[7].kind == TokenKind::Close);
}

TEST_CASE("words end at brackets, strings, spaces and semicolons", "[tokens]") {
  CHECK(texts(tokenize("a(b)c")) == Texts{"a", "(", "b", ")", "c"});
  CHECK(texts(tokenize("a\"b\"c")) == Texts{"a", "\"b\"", "c"});
  CHECK(texts(tokenize("a;b\nc")) == Texts{"a", "c"});
  CHECK(texts(tokenize("a\tb\r\nc\fd\ve")) == Texts{"a", "b", "c", "d", "e"});
  CHECK(texts(tokenize("#\\a(b)")) == Texts{"#\\a", "(", "b", ")"});
  CHECK(texts(tokenize("#t(a)")) == Texts{"#t", "(", "a", ")"});
  CHECK(texts(tokenize("\xEF\xBB\xBF"
                       "a")) == Texts{"a"});
  CHECK(tokenize("").tokens.empty());
  CHECK(tokenize(" \n").status == ReadStatus::Complete);
}

TEST_CASE("prefixes", "[tokens]") {
  Syntax syntax = tokenize("'a `b ,c ,@d #'e #`f #,g #,@h ''i");
  REQUIRE(syntax.status == ReadStatus::Complete);
  CHECK(texts(syntax) == Texts{"'", "a", "`", "b", ",", "c", ",@", "d", "#'", "e", "#`", "f", "#,",
                               "g", "#,@", "h", "'", "'", "i"});
  CHECK(syntax.tokens[0].kind == TokenKind::Prefix);
  CHECK(syntax.tokens[14].kind == TokenKind::Prefix);
  CHECK(after_datum(syntax, 0) == 2);
  CHECK(after_datum(syntax, 16) == 19);
}

TEST_CASE("comments are dropped or kept", "[tokens]") {
  const char* text = "; one\n(a #| two #| three |# |# b ; four\n) #! five !#";
  CHECK(texts(tokenize(text)) == Texts{"(", "a", "b", ")"});
  Syntax kept = tokenize(text, Trivia::Keep);
  CHECK(texts(kept) ==
        Texts{"; one", "(", "a", "#| two #| three |# |#", "b", "; four", ")", "#! five !#"});
  CHECK(kept.tokens[0].kind == TokenKind::Comment);
  CHECK(kept.tokens[7].kind == TokenKind::Comment);
  CHECK(kept.tokens[1].match == 6);
  CHECK(after_datum(kept, 0) == 7);
}

TEST_CASE("hidden data", "[tokens]") {
  CHECK(texts(tokenize("(a #;b c)")) == Texts{"(", "a", "c", ")"});
  CHECK(texts(tokenize("(a #;(b (c)) d)")) == Texts{"(", "a", "d", ")"});
  CHECK(texts(tokenize("#; #;a b c")) == Texts{"c"});
  CHECK(texts(tokenize("#;'a b")) == Texts{"b"});
  CHECK(texts(tokenize("'#;a b")) == Texts{"'", "b"});
  CHECK(texts(tokenize("#;a")).empty());
  CHECK(texts(tokenize("(a . #;b c)")) == Texts{"(", "a", ".", "c", ")"});
  CHECK(texts(tokenize("(a . b #;c)")) == Texts{"(", "a", ".", "b", ")"});
  Syntax after_hidden = tokenize("(#;(x) a (b))");
  CHECK(after_hidden.tokens[0].match == 5);
  CHECK(after_hidden.tokens[2].match == 4);
  Syntax kept = tokenize("(#;a b #;c)", Trivia::Keep);
  CHECK(texts(kept) == Texts{"(", "#;", "a", "b", "#;", "c", ")"});
  CHECK(kept.tokens[1].kind == TokenKind::DatumComment);
  CHECK(after_datum(kept, 1) == 4);
  CHECK(after_datum(kept, 4) == 6);
}

TEST_CASE("a script's first lines are a comment", "[tokens]") {
  CHECK(texts(tokenize("#!/usr/bin/env fermata\n(a)")) == Texts{"(", "a", ")"});
  CHECK(texts(tokenize("#!/bin/sh\nexec guile \"$0\"\n!#\n(a)")) == Texts{"(", "a", ")"});
  CHECK(texts(tokenize("#! one line !# a")) == Texts{"a"});
  Syntax kept = tokenize("#!/usr/bin/env fermata\na", Trivia::Keep);
  CHECK(texts(kept) == Texts{"#!/usr/bin/env fermata", "a"});
  CHECK(texts(tokenize("a #! b\nc !# d")) == Texts{"a", "d"});
}

TEST_CASE("dotted pairs", "[tokens]") {
  Syntax syntax = tokenize("(a . b)");
  REQUIRE(syntax.status == ReadStatus::Complete);
  CHECK(syntax.tokens[2].kind == TokenKind::Symbol);
  CHECK(texts(tokenize("(a b . (c))")) == Texts{"(", "a", "b", ".", "(", "c", ")", ")"});
  CHECK(tokenize("(a . 'b)").status == ReadStatus::Complete);
  CHECK(tokenize("[a . b]").status == ReadStatus::Complete);
  CHECK(tokenize("((a) . b)").status == ReadStatus::Complete);
}

TEST_CASE("incomplete input says what is open", "[tokens]") {
  check_wrong(ReadStatus::Incomplete, {
                                          {"(", 0, 1, "this list is never closed"},
                                          {"(a [b c", 3, 1, "this list is never closed"},
                                          {"(a (b) c", 0, 1, "this list is never closed"},
                                          {"x #(a", 2, 2, "this list is never closed"},
                                          {"#vu8(1", 0, 5, "this list is never closed"},
                                          {"(a . ", 0, 1, "this list is never closed"},
                                          {"(a \"b", 3, 1, "this string is never closed"},
                                          {"\"a\\", 0, 1, "this string is never closed"},
                                          {"\"a\\x4", 0, 1, "this string is never closed"},
                                          {"\"a\\\"", 0, 1, "this string is never closed"},
                                          {"a #| b #| c |#", 2, 2, "this comment is never closed"},
                                          {"a #! b", 2, 2, "this comment is never closed"},
                                          {"#{a\\x4", 0, 2, "this symbol is never closed"},
                                          {"#{a", 0, 2, "this symbol is never closed"},
                                          {"a '", 2, 1, "nothing follows this '"},
                                          {"(a ,@", 3, 2, "nothing follows this ,@"},
                                          {"#;", 0, 2, "nothing follows this #;"},
                                          {"#;a #; ", 4, 2, "nothing follows this #;"},
                                          {"'#;a", 0, 1, "nothing follows this '"},
                                          {"$Out[4", 0, 6, "this history entry is never closed"},
                                      });
  CHECK(tokenize("(a [b").hint == "add ]");
  CHECK(tokenize("[a (b").hint == "add )");
  Syntax open = tokenize("(a (b");
  CHECK(open.tokens[0].match == 4);
  CHECK(open.tokens[2].match == 4);
}

TEST_CASE("errors have their exact place", "[tokens]") {
  check_wrong(ReadStatus::Error,
              {
                  {"a)", 1, 1, "this ) closes nothing"},
                  {"(a))", 3, 1, "this ) closes nothing"},
                  {"]", 0, 1, "this ] closes nothing"},
                  {"(a]", 2, 1, "] cannot close this list"},
                  {"[a (b] c)", 5, 1, "] cannot close this list"},
                  {"#(a]", 3, 1, "] cannot close this list"},
                  {"(a ')", 3, 1, "nothing follows this '"},
                  {"(a #;)", 3, 2, "nothing follows this #;"},
                  {".", 0, 1, "a dot outside a list"},
                  {"a . b", 2, 1, "a dot outside a list"},
                  {"(. a)", 1, 1, "nothing stands before this dot"},
                  {"(#;x . a)", 5, 1, "nothing stands before this dot"},
                  {"(a '. b)", 4, 1, "nothing stands before this dot"},
                  {"(a . )", 5, 1, "a datum is missing after the dot"},
                  {"(a . b c)", 7, 1, "only one datum may follow the dot"},
                  {"(a . b (c))", 7, 1, "only one datum may follow the dot"},
                  {"(a . b 'c)", 7, 1, "only one datum may follow the dot"},
                  {"(a . . b)", 5, 1, "a second dot in one list"},
                  {"#(a . b)", 4, 1, "a dot in a vector"},
                  {"(note c4 :)", 9, 1, "a keyword needs a name after the colon"},
                  {"#:", 0, 2, "a name is missing after #:"},
                  {"#", 0, 1, "# begins nothing known here"},
                  {"(a #foo)", 3, 4, "# begins nothing known here"},
                  {"(#{a\\x41}#)", 4, 4, "unknown escape in a symbol"},
                  {"#tr", 0, 3, "# begins nothing known here"},
                  {"#xFG", 0, 4, "# begins nothing known here"},
                  {"#<procedure>", 0, 12, "# begins nothing known here"},
                  {"#f32(1)", 0, 5, "unknown kind of vector"},
                  {"#\\", 0, 2, "a character is missing after #\\"},
                  {"(#\\spac)", 1, 6, "unknown character name"},
                  {"#\\xd800", 0, 7, "unknown character name"},
                  {"\"a\\qb\"", 2, 2, "unknown escape in a string"},
                  {"\"\\x4\"", 1, 4, "unknown escape in a string"},
                  {"\"\\u12\"", 1, 5, "unknown escape in a string"},
                  {"\"\\ud800\"", 1, 6, "this escape names no character"},
                  {"\"\\U110000\"", 1, 8, "this escape names no character"},
                  {"$Out[a]", 0, 5, "a history entry needs a number in its brackets"},
                  {"$In[]", 0, 4, "a history entry needs a number in its brackets"},
                  {"a #!fold-case b", 2, 11, "Fermata has no reader directives"},
                  {"#!eof", 0, 5, "Fermata has no reader directives"},
                  {"a !# b", 2, 2, "this !# closes no comment"},
                  {"(a\x01)", 2, 1, "control character 01 outside a string"},
                  {"; \x7f", 2, 1, "control character 7f outside a string"},
                  {"a\xC2\xA0"
                   "b",
                   1, 2, "an unusual space inside a word"},
                  {"(a \xE3\x80\x80)", 3, 3, "an unusual space"},
              });
}

TEST_CASE("hints say what would be right", "[tokens]") {
  CHECK(tokenize("(a\n  [b)").hint == "the list begins with [ at 2:3; close it with ]");
  CHECK(tokenize("(\u00e9 (b]").hint == "the list begins with ( at 1:4; close it with )");
  CHECK(tokenize("#\\spac").hint == "did you mean #\\space ?");
  CHECK(tokenize("$In[x]").hint == "write $In[3] or $In[-1]");
  CHECK(tokenize("\xff").hint == "the text must be UTF-8");
}

TEST_CASE("tokens before an error are kept, open lists end with them", "[tokens]") {
  Syntax syntax = tokenize("(a (b c]");
  CHECK(texts(syntax) == Texts{"(", "a", "(", "b", "c"});
  CHECK(syntax.tokens[0].match == 5);
  CHECK(syntax.tokens[2].match == 5);
}

TEST_CASE("the text must be UTF-8 everywhere", "[tokens]") {
  const char* const bad[] = {"\xff",     "\xc0\xaf", "\xed\xa0\x80",    "\xf4\x90\x80\x80",
                             "\xe2\x99", "\x80",     "\xf0\x80\x80\x80"};
  for (std::string byte : bad) {
    for (std::string before :
         {"(a ", "(a", "\"a", "; a", "#| a", "#{a", "#\\", "#!a\n!#\n", ":", "#"}) {
      Syntax syntax = tokenize(before + byte);
      INFO(before);
      CHECK(syntax.status == ReadStatus::Error);
      CHECK(syntax.message == "this byte is not UTF-8");
      CHECK(syntax.offset == before.size());
      CHECK(syntax.length == 1);
    }
  }
  CHECK(tokenize("#!a\xff\nb").offset == 3);
  CHECK(tokenize(std::string_view("a \0", 3)).message == "control character 00 outside a string");
}

TEST_CASE("places count lines and characters", "[tokens]") {
  std::string_view text = "ab\n\u00e9\u266dx\r\nlast";
  CHECK(place_of(text, 0).line == 1);
  CHECK(place_of(text, 0).column == 1);
  CHECK(place_of(text, 2).column == 3);
  Place x = place_of(text, text.find('x'));
  CHECK(x.line == 2);
  CHECK(x.column == 3);
  CHECK(x.source_line == "\u00e9\u266dx");
  Place last = place_of(text, text.size());
  CHECK(last.line == 3);
  CHECK(last.column == 5);
  CHECK(last.source_line == "last");
  CHECK(place_of(text, 1000).line == 3);
  CHECK(place_of("", 0).source_line.empty());
}

TEST_CASE("after_datum skips whole lists", "[tokens]") {
  Syntax syntax = tokenize("(a (b)) '(c) d");
  CHECK(after_datum(syntax, 0) == 6);
  CHECK(after_datum(syntax, 1) == 2);
  CHECK(after_datum(syntax, 2) == 5);
  CHECK(after_datum(syntax, 6) == 10);
  CHECK(after_datum(syntax, 10) == 11);
  CHECK(after_datum(syntax, 11) == 11);
}

TEST_CASE("deep and long input is read without recursion", "[tokens]") {
  constexpr size_t kDeep = 1'000'000, kLong = 10'000'000;
  Syntax open = tokenize(std::string(kDeep, '('));
  CHECK(open.status == ReadStatus::Incomplete);
  CHECK(open.offset == kDeep - 1);
  CHECK(open.tokens.size() == kDeep);
  std::string closed = std::string(kDeep, '(') + std::string(kDeep, ')');
  CHECK(tokenize(closed).tokens[0].match == 2 * kDeep - 1);
  CHECK(tokenize(std::string(kDeep, '\'')).offset == kDeep - 1);
  std::string hidden;
  for (size_t i = 0; i < kDeep; ++i) hidden += "#;";
  CHECK(tokenize(hidden).status == ReadStatus::Incomplete);
  std::string comments;
  for (size_t i = 0; i < kDeep; ++i) comments += "#|";
  CHECK(tokenize(comments).offset == 0);
  for (std::string start : {"a", "1", "#x", ":", "1/", "1.", "#\\x", "3:", "#:", "$Out"}) {
    std::string atom = start + std::string(kLong, '1');
    Syntax syntax = tokenize(atom);
    INFO(start);
    if (start == "#\\x")
      CHECK(syntax.status == ReadStatus::Error);
    else
      CHECK(syntax.tokens.size() == 1);
  }
  CHECK(tokenize("\"" + std::string(kLong, 'x') + "\"").tokens[0].length == kLong + 2);
}

TEST_CASE("any bytes give an answer", "[tokens]") {
  constexpr int kRounds = 200'000;
  std::mt19937 random(20240229);
  const std::string alphabet =
      "()[]'`,@#;|!\\\":.$OutIn[0123] \n\n  abq{}tfx-+/e\xc2\xa0\xe2\x99\xad\xff";
  std::string text;
  for (int i = 0; i < kRounds; ++i) {
    text.clear();
    size_t length = random() % 24;
    bool raw = i % 4 == 0;
    for (size_t k = 0; k < length; ++k)
      text += raw ? static_cast<char>(random() & 0xFF) : alphabet[random() % alphabet.size()];
    check_total(text, i % 2 == 0 ? Trivia::Drop : Trivia::Keep);
  }
}
