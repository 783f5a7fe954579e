#include <catch2/catch.hpp>

#include "line/layout.h"
#include "line/painter.h"
#include "line/past.h"
#include "line/paste.h"
#include "line/screen.h"
#include "line/width.h"

using namespace fermata;

namespace {

std::vector<std::string> rows_of(const Picture& picture) {
  std::vector<std::string> rows;
  for (const Picture::Row& row : picture.rows) rows.push_back(row.bytes);
  return rows;
}

Scene scene(std::string_view text, size_t cursor, int columns, int rows = 24) {
  Scene scene;
  scene.prompt = "> ";
  scene.text = text;
  scene.cursor = cursor;
  scene.columns = columns;
  scene.rows = rows;
  return scene;
}

std::pair<int, int> cursor_of(const Picture& picture) {
  return {picture.cursor_row, picture.cursor_column};
}

using Rows = std::vector<std::string>;
using At = std::pair<int, int>;

const std::unordered_map<std::string, Takes> commands{{"preview", {true, 0}},
                                                      {"time", {true, 0}},
                                                      {"notebook music", {true, 1}},
                                                      {"jot", {false, 1}}};

bool is_complete(std::string_view text) {
  Painter painter;
  painter.commands = commands;
  return painter.is_complete(text);
}

int indentation(std::string_view text) {
  Painter painter;
  painter.commands = commands;
  return painter.indentation(text);
}

/// The text of each span and what it is, for code with these names defined.
std::vector<std::pair<std::string, Ink>> painted(std::string_view text, size_t cursor) {
  Painter painter;
  painter.names = {"list", "lambda", "define", "+"};
  painter.commands = commands;
  std::vector<std::pair<std::string, Ink>> words;
  for (const Span& span : painter.typed(text, cursor))
    words.emplace_back(text.substr(span.offset, span.length), span.ink);
  return words;
}

using Words = std::vector<std::pair<std::string, Ink>>;
constexpr size_t kNowhere = std::string_view::npos;

}  // namespace

TEST_CASE("columns of characters") {
  CHECK(columns_of("") == 0);
  CHECK(columns_of("c#4") == 3);
  CHECK(columns_of("漢字") == 4);
  CHECK(columns_of("e\u0301") == 1);
  CHECK(columns_of("𝄞") == 1);
  CHECK(columns_of("\x1b[1;31mred\x1b[0m") == 3);
  CHECK(columns_of("\xff\xfe") == 2);
  CHECK(byte_offset("漢a", 1) == 3);
  CHECK(byte_offset("漢a", 9) == 4);
  CHECK(character_index("漢a", 3) == 1);
}

TEST_CASE("a text that fills the row exactly puts the cursor on the next") {
  CHECK(rows_of(lay_out(scene("abc", 3, 6))) == Rows{"> abc"});
  const Picture full = lay_out(scene("abcd", 4, 6));
  CHECK(rows_of(full) == Rows{"> abcd", ""});
  CHECK(cursor_of(full) == At{1, 0});
  const Picture inside = lay_out(scene("abcd", 2, 6));
  CHECK(rows_of(inside) == Rows{"> abcd"});
  CHECK(cursor_of(inside) == At{0, 4});
  const Picture more = lay_out(scene("abcde", 5, 6));
  CHECK(rows_of(more) == Rows{"> abcd", "e"});
  CHECK(cursor_of(more) == At{1, 1});
}

TEST_CASE("a full row before a newline, with the cursor between them") {
  const Picture picture = lay_out(scene("abcd\ne", 4, 6));
  CHECK(rows_of(picture) == Rows{"> abcd", "", "  e"});
  CHECK(cursor_of(picture) == At{1, 0});
  CHECK(rows_of(lay_out(scene("abcd\ne", 6, 6))) == Rows{"> abcd", "  e"});
}

TEST_CASE("a wide character is not cut by the margin") {
  const Picture picture = lay_out(scene("漢漢漢", 9, 7));
  CHECK(rows_of(picture) == Rows{"> 漢漢", "漢"});
  CHECK(picture.rows[0].columns == 6);
  CHECK(cursor_of(picture) == At{1, 2});
}

TEST_CASE("a combining character stays on the row it belongs to") {
  const Picture picture = lay_out(scene("abce\u0301f", 7, 6));
  CHECK(rows_of(picture) == Rows{"> abce\u0301", "f"});
  CHECK(cursor_of(picture) == At{1, 1});
}

TEST_CASE("continued lines have blanks under the prompt") {
  CHECK(rows_of(lay_out(scene("(a\n  b)", 0, 20))) == Rows{"> (a", "    b)"});
}

TEST_CASE("control characters are shown, not sent") {
  CHECK(rows_of(lay_out(scene("a\x1b[2Jb", 0, 20))) == Rows{"> a^[[2Jb"});
  CHECK(rows_of(lay_out(scene("a\tb", 0, 20))) == Rows{"> a     b"});
  CHECK(rows_of(lay_out(scene("\u009B2J", 0, 20))) == Rows{"> \uFFFD2J"});
  const Picture turned = lay_out(scene("a\u202Eb", 4, 20));
  CHECK(rows_of(turned) == Rows{"> a\uFFFDb"});
  CHECK(cursor_of(turned) == At{0, 4});
}

TEST_CASE("a text higher than the screen shows the rows around the cursor") {
  Scene many = scene("1\n2\n3\n4\n5\n6", 11, 20, 3);
  Picture picture = lay_out(many);
  CHECK(rows_of(picture) == Rows{"  4", "  5", "  6"});
  CHECK(cursor_of(picture) == At{2, 3});
  many.top = picture.top;
  many.cursor = 7;  // still in the window: it stays
  CHECK(lay_out(many).top == picture.top);
  many.cursor = 0;
  CHECK(rows_of(lay_out(many)) == Rows{"> 1", "  2", "  3"});
  many.whole = true;
  CHECK(lay_out(many).rows.size() == 6);
}

TEST_CASE("the list is aligned, cut to the width and to a third of the screen") {
  Scene listing = scene("c", 1, 16, 12);
  listing.colour = false;
  std::vector<Candidate> list{{"ab", "first"}, {"abcd", "second of them"}};
  listing.list = &list;
  CHECK(rows_of(lay_out(listing)) == Rows{"> c", "ab    first", "abcd  second of"});
  list.assign(9, {"x", ""});
  CHECK(rows_of(lay_out(listing)) == Rows{"> c", "x", "x", "x", "... and 6 more"});
}

TEST_CASE("spans colour the row, and every row ends without colour") {
  Scene coloured = scene("ab c4", 0, 5);
  coloured.spans = {{1, 4, Ink::Pitch}};
  CHECK(rows_of(lay_out(coloured)) == Rows{"> a\x1b[36mb \x1b[0m", "\x1b[36mc4\x1b[0m"});
  coloured.colour = false;
  CHECK(rows_of(lay_out(coloured)) == Rows{"> ab ", "c4"});
}

TEST_CASE("only rows that changed are painted again") {
  Screen screen;
  screen.repaint(lay_out(scene("(a\nb\nc", 0, 20)));
  const std::string bytes = screen.repaint(lay_out(scene("(a\nx\nc", 0, 20)));
  CHECK(bytes.find("x") != std::string::npos);
  CHECK(bytes.find("(a") == std::string::npos);
  CHECK(bytes.find("c") == std::string::npos);
  CHECK(bytes.starts_with("\x1b[?25l"));
  CHECK(bytes.ends_with("\x1b[?25h"));
}

TEST_CASE("what the words of code are") {
  CHECK(painted("(note c#4 :q. :staccato \"la\" 3/4 3:2 $Out[1]) ; end", kNowhere) ==
        Words{{"note", Ink::Form},
              {"c#4", Ink::Pitch},
              {":q.", Ink::Duration},
              {":staccato", Ink::Keyword},
              {"\"la\"", Ink::String},
              {"3/4", Ink::Number},
              {"3:2", Ink::Number},
              {"$Out[1]", Ink::History},
              {"; end", Ink::Comment}});
}

TEST_CASE("unknown names, when the cursor has left them") {
  CHECK(painted("(nite 1", kNowhere).front() == std::pair<std::string, Ink>{"nite", Ink::Unknown});
  CHECK(painted("(nite", 5).empty());
  CHECK(painted("(lambda (x) x)", kNowhere) == Words{{"lambda", Ink::Form}});
  CHECK(painted("(define (fun y . z) (+ y z fun))", kNowhere) ==
        Words{{"define", Ink::Form}, {"+", Ink::Form}});
  CHECK(painted("'(any words) `(here ,too)", kNowhere).empty());
  CHECK(Painter().typed("(nite 1)", kNowhere).size() == 1);  // told of no names, it judges none
}

TEST_CASE("the bracket at the cursor and its partner") {
  CHECK(painted("(list (list))", 13) ==
        Words{{"(", Ink::Match}, {"list", Ink::Form}, {"list", Ink::Form}, {")", Ink::Match}});
  CHECK(painted("(list (list))", 6) ==
        Words{{"list", Ink::Form}, {"(", Ink::Match}, {"list", Ink::Form}, {")", Ink::Match}});
  CHECK(painted("(list", 0) == Words{{"list", Ink::Form}});
}

TEST_CASE("colours go on behind an error and in what is unfinished") {
  CHECK(painted("c4) d4", kNowhere) ==
        Words{{"c4", Ink::Pitch}, {")", Ink::Wrong}, {"d4", Ink::Pitch}});
  CHECK(painted("(list \"la", kNowhere) == Words{{"list", Ink::Form}, {"\"la", Ink::String}});
  CHECK(painted("#| why", kNowhere) == Words{{"#| why", Ink::Comment}});
}

TEST_CASE("commands, messages and questions") {
  CHECK(painted(":load x.scm", kNowhere) == Words{{":load", Ink::Command}});
  CHECK(painted(":time (list c4)", kNowhere) ==
        Words{{":time", Ink::Command}, {"list", Ink::Form}, {"c4", Ink::Pitch}});
  CHECK(painted("// hello (", kNowhere) == Words{{"// hello (", Ink::Chat}});
  CHECK(is_complete(":load ("));
  CHECK(is_complete("// ("));
  CHECK(is_complete("?("));
  CHECK(is_complete(""));
  CHECK(is_complete("(a) )"));  // wrong, so there is nothing to wait for
  CHECK_FALSE(is_complete(":preview (a"));
  CHECK(painted(":notebook music 2.4 (list c4)", kNowhere) ==
        Words{{":notebook", Ink::Command}, {"list", Ink::Form}, {"c4", Ink::Pitch}});
  CHECK_FALSE(is_complete(":notebook music 2.4 (a"));
  CHECK_FALSE(is_complete(":notebook music 2.4\n(a"));
  CHECK(is_complete(":notebook music 2.4 (a)"));
  CHECK(is_complete(":notebook music (a"));  // the first word is no code yet
  CHECK(is_complete(":notebook show (a"));
  CHECK_FALSE(is_complete(":jot 2 \"a \\\" b"));
  CHECK(is_complete(":jot 2 \"a\nb\""));
  CHECK(is_complete(":jot 2 a \"b"));
  CHECK(is_complete(":jot 2"));
  CHECK_FALSE(is_complete("(a \"b)"));
  CHECK_FALSE(is_complete("'"));
}

TEST_CASE("indentation by the lists that are open") {
  CHECK(indentation("(a (b") == 4);
  CHECK(indentation("(a (b)") == 2);
  CHECK(indentation("(a \"b") == 0);
  CHECK(indentation(":time (a") == 2);
  CHECK(indentation(":notebook music 1 (a") == 2);
  CHECK(indentation(":jot 2 \"(a") == 0);
}

TEST_CASE("pasted text") {
  CHECK(pasted_text("a\r\nb\rc\nd") == "a\nb\nc\nd");
  CHECK(pasted_text("a\x1b[31mb\x07") == "a[31mb");
  CHECK(pasted_text(
            "[s] In[12]: (a\r            b)\r+ P1 m1\rOut[12]: c4\r         d4\r[s] In[13]: d") ==
        "(a\nb)\nd");
  CHECK(pasted_text("(a)\n[s] In[1]: b") == "(a)\n[s] In[1]: b");
  CHECK(pasted_text("[a b] c") == "[a b] c");
}

TEST_CASE("an entry is one line of the file") {
  for (const std::string text : {"(a\n\\n \\\\ b)\n", "", "\\", "plain"}) {
    CHECK(past::from_line(past::as_line(text)) == text);
    CHECK(past::as_line(text).find('\n') == std::string::npos);
  }
}
