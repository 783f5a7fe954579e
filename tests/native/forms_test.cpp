#include <set>

#include "ir/marks.h"
#include "source_fixture.h"
#include "text/topics.h"

using namespace fermata;
using namespace fermata::from_source;

TEST_CASE("every form has help, and its example is right", "[forms]") {
  std::set<std::string_view> names;
  for (const Form& form : form_table()) {
    INFO(form.name);
    CHECK(names.insert(form.name).second);
    CHECK(find_form(form.name) == &form);
    CHECK(form.usage.starts_with("(" + std::string(form.name)));
    CHECK(form.doc.ends_with("."));
    CHECK(complaint(std::string(form.example)).empty());
    CHECK(form.example.find(form.name) != std::string_view::npos);
  }
  CHECK_FALSE(find_form("nothing"));
}

TEST_CASE("every form counts its operands", "[forms]") {
  for (const Form& form : form_table()) {
    INFO(form.name);
    std::string name(form.name);
    if (form.min_operands > 0)
      CHECK(complaint("(" + name + ")") == name + " has too few operands [(" + name + ")]");
    if (form.max_operands < 0) continue;
    std::string many = "(" + name;
    for (int i = 0; i <= form.max_operands; ++i) many += " 1";
    CHECK(complaint(many + ")").starts_with(name + " has too many operands ["));
  }
}

TEST_CASE("every form refuses a keyword that nobody knows", "[forms]") {
  for (const Form& form : form_table()) {
    INFO(form.name);
    std::string example(form.example);
    if (form.name == "repeat") continue;  // repeats whatever it is given
    if (form.max_operands >= 0 || !example.starts_with("(" + std::string(form.name))) continue;
    example.insert(example.size() - 1, " :zzzzzz");
    std::string said = complaint(example);
    INFO(said);
    CHECK_FALSE(said.empty());
    // Only what is just called wrong is underlined, never the whole form.
    CHECK(said.ends_with("[:zzzzzz]"));
  }
}

TEST_CASE("every mark works as a keyword of a note and of a chord", "[forms]") {
  for (const MarkRow& row : mark_table()) {
    INFO(row.name);
    std::string mark = ":" + std::string(row.name);
    Value note = value("(note c4 :q " + mark + ")");
    CHECK(note.as<Item>()->marks != 0);
    CHECK(to_source(note) == "(note c4 :q " + mark + ")");
    CHECK(complaint("(chord (c4 e4) :q " + mark + ")").empty());
    CHECK(complaint("(rest :q " + mark + ")") == "rest has no use for " + mark + " [" + mark + "]");
  }
}

TEST_CASE("words stand as symbol or keyword", "[forms]") {
  CHECK(to_source(value("(note c4 :q :tie start)")) ==
        to_source(value("(note c4 :q :tie :start)")));
  CHECK(to_source(value("(note c4 :q :stem double)")) ==
        to_source(value("(note c4 :q :stem :double)")));
  CHECK(to_source(value("(chord (c4 e4) :q :arpeggiate down)")) ==
        to_source(value("(chord (c4 e4) :q :arpeggiate :down)")));
}

TEST_CASE("a verse that is left out stays out", "[forms]") {
  std::string source = "(note c4 :q :lyric \"\" :lyric \"second\")";
  CHECK(to_source(value(source)) == source);
}

TEST_CASE("the usual normal number of a tuplet", "[forms]") {
  const std::pair<int, const char*> cases[] = {{2, "2:3"}, {3, "3:2"},   {4, "4:3"},
                                               {5, "5:4"}, {6, "6:4"},   {7, "7:4"},
                                               {9, "9:8"}, {11, "11:8"}, {15, "15:8"}};
  for (auto [actual, ratio] : cases) {
    INFO(ratio);
    Value by_one = value("(tuplet " + std::to_string(actual) + " (line :8 c4 d4))");
    CHECK(to_source(by_one) ==
          to_source(value("(tuplet " + std::string(ratio) + " (line :8 c4 d4))")));
  }
}

TEST_CASE("every topic lists something, as text and as JSON", "[forms]") {
  for (std::string_view topic : topic_names()) {
    CHECK_FALSE(topic_text(topic).empty());
    CHECK(topic_json(topic).starts_with("[{\"name\": \"" + std::string(topic) + "\""));
  }
  CHECK_THROWS_AS(topic_text("nothing"), Error);
}

TEST_CASE("an operand too many is refused where it stands, also the last one", "[forms]") {
  CHECK(complaint("(clef :treble :treble)") == "clef has no use for :treble [:treble]");
  CHECK(complaint("(clef :treble 3)") == "clef takes nothing more, not the number 3 [3]");
  CHECK(complaint("(segno :above :zzz)").starts_with("segno has no use for :zzz"));
  CHECK(complaint("(barline :double :double)") ==
        "barline takes nothing more, not :double [:double]");
}
