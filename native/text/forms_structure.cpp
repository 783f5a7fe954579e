// Structure: voice, staff, measure, part, group, score, repeated sections.

#include <algorithm>

#include "base/suggest.h"
#include "ir/assemble.h"
#include "ir/direction.h"
#include "text/operands.h"

namespace fermata {

Value build_voice(const Form& form, Operands operands) {
  Taking taking(form, operands);
  auto group = std::make_shared<GroupDetail>();
  group->number = taking.integer(form.name, 1, 16);
  bool voice = form.name == "voice";
  while (taking.more())
    each_spliced(taking.next(), [&](const Value& value) {
      const Item* item = value.as<Item>();
      bool fits = item && item->kind != Kind::Staff && item->kind != Kind::Backup &&
                  (!voice || item->kind != Kind::Voice);
      if (!fits) taking.misplaced(value, "events and signs");
      group->items.push_back(*item);
    });
  return make_item(voice ? Kind::Voice : Kind::Staff, group);
}

namespace {

class MeasureDraft {
 public:
  MeasureParts parts;

  void add(const Taking& taking, const Item& item) {
    size_t operand = taking.index() - 1;
    if (operand != parts.items.size() || !operand_of_.empty()) note_operand(operand);
    parts.items.push_back(item);
  }

  /// The operand that item number `item` came from.
  int operand_of(int item) const {
    return operand_of_.empty() ? item : operand_of_[static_cast<size_t>(item)];
  }

 private:
  /// As long as every operand is one item the numbers are the same, and none are kept.
  void note_operand(size_t operand) {
    while (operand_of_.size() < parts.items.size())
      operand_of_.push_back(static_cast<int>(operand_of_.size()));
    operand_of_.push_back(static_cast<int>(operand));
  }

  std::vector<int> operand_of_;
};

void take_measure_keyword(Taking& taking, MeasureDraft& draft, std::string_view name) {
  if (name == "number") {
    draft.parts.number = taking.integer("number", 1, 1000000);
  } else if (name == "pickup" || name == "implicit") {
    const bool* given = taking.take<bool>();
    draft.parts.pickup = given ? *given : true;
  } else if (name == "time") {
    draft.add(taking, make_item(Kind::Time, time_value(taking)));
  } else if (name == "key") {
    draft.add(taking, make_item(Kind::Key, key_value(taking)));
  } else if (name == "clef") {
    draft.add(taking, *taking.built_by("clef", "clef").as<Item>());
  } else {
    taking.unknown_keyword(name);
  }
}

[[noreturn]] void not_in_measure(Taking& taking, const Value& value) {
  if (value.as<Pitch>())
    taking.fail(ErrorKind::Type, "a measure holds events, not " + describe(value),
                "write (note c4 :q), or (line :q c4 d4)");
  taking.misplaced(value, "events and signs");
}

}  // namespace

Value build_measure(const Form& form, Operands operands) {
  Taking taking(form, operands);
  MeasureDraft draft;
  draft.parts.items.reserve(operands.size());
  if (operands.size() > 0 && operands[0].as<Rational>())
    draft.parts.number = taking.integer("number", 1, 1000000);
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Item* item = value.as<Item>())
      draft.add(taking, *item);
    else if (const Keyword* keyword = value.as<Keyword>())
      take_measure_keyword(taking, draft, keyword->name);
    else
      each_spliced(value, [&](const Value& one) {
        const Item* inner = one.as<Item>();
        if (!inner) not_in_measure(taking, one);
        draft.add(taking, *inner);
      });
  }
  try {
    return make_measure(std::move(draft.parts));
  } catch (Error& error) {
    if (error.argument >= 0) error.argument = draft.operand_of(error.argument);
    throw;
  }
}

namespace {

/// A part on the way: what is known of it, finished measures, and loose items that wait for their
/// bars.
struct PartDraft {
  Part part;
  std::vector<MeasurePtr> measures;
  std::vector<Item> loose;
  std::shared_ptr<const Time> time;  // prevailing
  bool had_measures = false;
  bool program_given = false, transpose_given = false, clef_given = false;

  PartDraft() { part.staves = 0; }
};

bool any_event(const std::vector<Item>& items) {
  return std::any_of(items.begin(), items.end(), [](const Item& item) {
    return is_event(item) || item.kind == Kind::Voice || item.kind == Kind::Staff;
  });
}

void note_time(PartDraft& draft, const std::vector<Item>& items) {
  for (const Item& item : items)
    if (item.kind == Kind::Time) draft.time = std::static_pointer_cast<const Time>(item.detail);
}

/// Loose events become measures of their own.
void bar_loose(PartDraft& draft) {
  if (draft.loose.empty()) return;
  std::vector<MeasurePtr> bars = bar_items(draft.loose, draft.time.get());
  if (!draft.had_measures && draft.measures.empty()) {
    bool states_time = !bars.empty() && time_of(*bars[0]);
    draft.part.loose = !states_time && !draft.time;
    draft.part.loose_items = draft.loose;
  } else {
    draft.part.loose = false;
  }
  note_time(draft, draft.loose);
  draft.measures.insert(draft.measures.end(), bars.begin(), bars.end());
  draft.loose.clear();
}

/// Takes the signs after the last loose event: those before a measure belong to it.
std::vector<Item> signs_at_end(std::vector<Item>& items) {
  auto is_music = [](const Item& item) {
    return is_event(item) || item.kind == Kind::Voice || item.kind == Kind::Staff ||
           item.kind == Kind::Mark;
  };
  auto end = std::find_if(items.rbegin(), items.rend(), is_music).base();
  std::vector<Item> signs(end, items.end());
  items.erase(end, items.end());
  return signs;
}

/// A barline, repeat or ending between measures closes the measure before or opens the one after.
void settle_barlines(PartDraft& draft) {
  std::vector<Item> rest;
  for (Item& item : draft.loose) {
    bool opens = item.kind != Kind::Barline || draft.measures.empty() ||
                 detail<Barline>(item).side == Barline::Left;
    if (opens)
      rest.push_back(std::move(item));
    else
      draft.measures.back() = with_barline(*draft.measures.back(), item);
  }
  draft.loose = std::move(rest);
}

void add_measure(PartDraft& draft, MeasurePtr measure) {
  std::vector<Item> before = signs_at_end(draft.loose);
  bar_loose(draft);
  draft.loose = std::move(before);
  settle_barlines(draft);
  note_time(draft, draft.loose);
  std::vector<Item> signs;  // what stands before a measure belongs to it
  for (const Item& item : draft.loose) {
    if (item.kind == Kind::Mark || item.kind == Kind::Backup)
      throw Error(ErrorKind::Music, "a mark or backup stands between two measures",
                  "write it inside a measure");
    if (item.kind == Kind::Barline)
      measure = with_barline(*measure, item);
    else
      signs.push_back(item);
  }
  if (!signs.empty()) measure = with_leading_items(*measure, signs);
  draft.loose.clear();
  if (const Time* time = time_of(*measure)) draft.time = std::make_shared<Time>(*time);
  draft.had_measures = true;
  draft.part.loose = false;
  draft.measures.push_back(std::move(measure));
}

/// Barlines after the last measure close it.
void close_last(PartDraft& draft) {
  if (draft.loose.empty() || any_event(draft.loose) || draft.measures.empty()) return;
  settle_barlines(draft);
  if (!draft.loose.empty())
    throw Error(ErrorKind::Music, "a sign stands after the last measure of the part",
                "put it into a measure");
}

void use_instrument(Part& part, const Instrument& instrument) {
  // Users' own instruments may be unknown when the score is read again, so only what they say is
  // kept.
  part.instrument = instrument.built_in ? instrument.key : "";
  if (part.name.empty()) part.name = instrument.name;
  if (part.abbr.empty()) part.abbr = instrument.abbr;
  part.program = instrument.program;
  part.diatonic = instrument.diatonic;
  part.chromatic = instrument.chromatic;
  part.clefs = instrument.clefs;
}

[[noreturn]] void unknown_instrument(Taking& taking, std::string_view name) {
  std::vector<std::string_view> names = keywords_of("part");
  for (const Instrument* instrument : all_instruments()) names.push_back(instrument->key);
  std::string hint = did_you_mean(name, names, ":");
  if (hint.empty())
    hint = "a name of your own is written as a text: (part \"" + std::string(name) + "\" ...)";
  taking.fail(ErrorKind::Value, "unknown instrument :" + std::string(name), hint);
}

const Instrument& instrument_named(Taking& taking, std::string_view name) {
  const Instrument* found = find_instrument(name);
  if (!found) unknown_instrument(taking, name);
  return *found;
}

std::string id_of(Taking& taking) {
  std::string_view name = taking.name();
  if (name.empty()) return taking.text("id");
  taking.next();
  bool right =
      (name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z') || name[0] == '_';
  for (char c : name)
    right &= (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
             c == '_' || c == '-' || c == '.';
  if (!right)
    taking.fail(ErrorKind::Value,
                "a part's id begins with a letter and has only letters, digits, - _ and .",
                "such as :id \"V1\"");
  return std::string(name);
}

void take_transpose(Taking& taking, Part& part) {
  Value sign = taking.built_by("transpose", "transpose-instrument");
  const auto& transpose = detail<Transpose>(*sign.as<Item>());
  part.diatonic = transpose.diatonic;
  part.chromatic = transpose.chromatic;
}

void take_clef(Taking& taking, PartDraft& draft) {
  Value clef = taking.built_by("clef", "clef");
  if (!draft.clef_given) draft.part.clefs.clear();
  draft.clef_given = true;
  draft.part.clefs.push_back(detail<Clef>(*clef.as<Item>()).row);
}

void take_part_keyword(Taking& taking, PartDraft& draft, std::string_view name, bool& named) {
  Part& part = draft.part;
  if (name == "id")
    part.id = id_of(taking);
  else if (name == "name")
    part.name = taking.text("name"), named = true;
  else if (name == "abbr" || name == "abbreviation")
    part.abbr = taking.text(name);
  else if (name == "program")
    part.program = taking.integer("program", 1, 128), draft.program_given = true;
  else if (name == "channel")
    part.channel = taking.integer("channel", 1, 16);
  else if (name == "staves")
    part.staves = taking.integer("staves", 1, 16);
  else if (name == "volume")
    part.volume = taking.integer("volume", 0, 100);
  else if (name == "pan")
    part.pan = taking.integer("pan", -90, 90);
  else if (name == "clef")
    take_clef(taking, draft);
  else if (name == "transpose")
    take_transpose(taking, part), draft.transpose_given = true;
  else {
    std::string_view key = name;
    if (name == "instrument") {
      key = taking.name();
      if (key.empty())
        taking.fail(ErrorKind::Syntax, ":instrument needs a keyword", "such as :instrument :violin",
                    0);
      taking.next();
    }
    Part before = part;
    use_instrument(part, instrument_named(taking, key));
    if (draft.program_given) part.program = before.program;
    if (draft.clef_given) part.clefs = before.clefs;
    if (draft.transpose_given) part.diatonic = before.diatonic, part.chromatic = before.chromatic;
  }
}

}  // namespace

Value build_part(const Form& form, Operands operands) {
  Taking taking(form, operands);
  PartDraft draft;
  std::vector<int> operand_of;  // for each measure, the operand it came from
  bool named = false;
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Keyword* keyword = value.as<Keyword>()) {
      take_part_keyword(taking, draft, keyword->name, named);
      continue;
    }
    if (const Text* text = value.as<Text>(); text && !named) {
      draft.part.name = text->text;
      named = true;
      continue;
    }
    each_spliced(value, [&](const Value& one) {
      if (const MeasurePtr* measure = one.as<MeasurePtr>())
        add_measure(draft, *measure);
      else if (const Item* item = one.as<Item>())
        draft.loose.push_back(*item);
      else
        taking.misplaced(one, "measures, events and signs");
    });
    operand_of.resize(draft.measures.size(), static_cast<int>(taking.index()) - 1);
  }
  close_last(draft);
  bar_loose(draft);
  operand_of.resize(draft.measures.size(), -1);
  try {
    return make_part(std::move(draft.part), std::move(draft.measures));
  } catch (Error& error) {
    if (error.measure >= 0) error.argument = operand_of[static_cast<size_t>(error.measure)];
    throw;
  }
}

namespace {

constexpr WordRow kGroupWords[] = {
    {"bracket", "bracket", ""}, {"brace", "brace", ""}, {"line", "line", ""}};

void add_group(std::vector<PartPtr>& parts, std::vector<Group>& groups, const PartGroup& group) {
  size_t first = parts.size();
  parts.insert(parts.end(), group.parts.begin(), group.parts.end());
  groups.push_back({group.symbol, group.name, first, parts.size() - 1});
  for (Group inner : group.inner) {
    inner.first += first;
    inner.last += first;
    groups.push_back(inner);
  }
}

}  // namespace

Value build_group(const Form& form, Operands operands) {
  Taking taking(form, operands);
  auto group = std::make_shared<PartGroup>();
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Text* text = value.as<Text>()) {
      group->name = text->text;
    } else if (const Keyword* keyword = value.as<Keyword>()) {
      if (keyword->name == "name")
        group->name = taking.text("name");
      else if (int symbol = find_word(kGroupWords, keyword->name))
        group->symbol = static_cast<Group::Symbol>(symbol - 1);
      else
        taking.unknown_keyword(keyword->name);
    } else {
      each_spliced(value, [&](const Value& one) {
        if (const PartPtr* part = one.as<PartPtr>())
          group->parts.push_back(*part);
        else if (const PartGroupPtr* inner = one.as<PartGroupPtr>())
          add_group(group->parts, group->inner, **inner);
        else
          taking.misplaced(one, "parts and groups");
      });
    }
  }
  if (group->parts.empty())
    throw Error(ErrorKind::Value, "a group needs at least one part",
                "usage: " + std::string(form.usage));
  return PartGroupPtr(group);
}

namespace {

bool take_title(Taking& taking, Score& score, std::string_view name) {
  std::string* field = name == "title"       ? &score.title
                       : name == "subtitle"  ? &score.subtitle
                       : name == "composer"  ? &score.composer
                       : name == "lyricist"  ? &score.lyricist
                       : name == "arranger"  ? &score.arranger
                       : name == "copyright" ? &score.copyright
                                             : nullptr;
  if (field && !field->empty())
    taking.fail(ErrorKind::Syntax, "the score has two of :" + std::string(name),
                "keep one of them");
  if (field) *field = taking.text(name);
  return field != nullptr;
}

Item score_tempo(Taking& taking) {
  if (!taking.more()) taking.fail(ErrorKind::Syntax, ":tempo needs a value", "such as :tempo 120");
  const Value& value = taking.next();
  const Item* item = value.as<Item>();
  if (item && item->kind == Kind::Direction &&
      detail<Direction>(*item).kind == DirectionKind::Tempo)
    return *item;
  const List* list = value.as<List>();
  try {
    Taking inner(*find_form("tempo"), list ? Operands(**list) : Operands(&value, 1));
    return tempo_item(inner);
  } catch (Error& error) {
    throw error.at_argument(static_cast<int>(taking.index()) - 1);
  }
}

void take_score_part(Taking& taking, ScoreParts& whole, const Value& value) {
  if (const PartPtr* part = value.as<PartPtr>()) {
    whole.parts.push_back(*part);
  } else if (const PartGroupPtr* group = value.as<PartGroupPtr>()) {
    add_group(whole.parts, whole.groups, **group);
  } else if (value.as<MeasurePtr>() || value.as<Item>()) {
    taking.fail(ErrorKind::Type, "a score holds parts, not " + describe(value),
                "wrap it: (part :piano (measure ...))");
  } else {
    taking.misplaced(value, "parts and groups");
  }
}

}  // namespace

Value build_score(const Form& form, Operands operands) {
  Taking taking(form, operands);
  ScoreParts whole;
  std::vector<int> operand_of;
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Keyword* keyword = value.as<Keyword>()) {
      if (take_title(taking, whole.score, keyword->name)) continue;
      if (keyword->name == "time")
        whole.time = time_value(taking);
      else if (keyword->name == "key")
        whole.key = key_value(taking);
      else if (keyword->name == "tempo")
        whole.tempo = score_tempo(taking);
      else
        taking.unknown_keyword(keyword->name);
      continue;
    }
    each_spliced(value, [&](const Value& one) { take_score_part(taking, whole, one); });
    operand_of.resize(whole.parts.size(), static_cast<int>(taking.index()) - 1);
  }
  try {
    return make_score(std::move(whole));
  } catch (Error& error) {
    if (error.part >= 0) error.argument = operand_of[static_cast<size_t>(error.part)];
    throw;
  }
}

namespace {

MeasurePtr with_left(const MeasurePtr& measure, auto change) {
  auto copy = std::make_shared<Measure>(*measure);
  change(copy->left);
  return copy;
}

MeasurePtr with_right(const MeasurePtr& measure, auto change) {
  auto copy = std::make_shared<Measure>(*measure);
  change(copy->right);
  return copy;
}

}  // namespace

/// The measures with their repeat signs and endings: a list that a part takes in.
Value build_repeat_section(const Form& form, Operands operands) {
  Taking taking(form, operands);
  std::vector<MeasurePtr> body;
  std::vector<EndingSectionPtr> endings;
  int times = 0;
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Keyword* keyword = value.as<Keyword>()) {
      if (keyword->name != "times") taking.unknown_keyword(keyword->name);
      times = taking.integer("times", 1, 99);
      continue;
    }
    each_spliced(value, [&](const Value& one) {
      const MeasurePtr* measure = one.as<MeasurePtr>();
      const EndingSectionPtr* ending = one.as<EndingSectionPtr>();
      if (ending && (*ending)->measures.size() > 0)
        endings.push_back(*ending);
      else if (measure && endings.empty())
        body.push_back(*measure);
      else
        taking.misplaced(one, "measures, then endings");
    });
  }
  if (body.empty())
    throw Error(ErrorKind::Value, "repeat-section needs at least one measure before its endings");
  auto close = [&](MeasurePtr& last) {
    last = with_right(last, [&](Bar& bar) { bar.repeat = true, bar.times = times; });
  };
  body[0] = with_left(body[0], [](Bar& bar) { bar.repeat = true; });
  if (endings.empty()) close(body.back());
  for (size_t i = 0; i < endings.size(); ++i) {
    std::vector<MeasurePtr> measures = endings[i]->measures;
    bool last = i + 1 == endings.size();
    measures[0] = with_left(measures[0], [&](Bar& bar) {
      bar.ending = endings[i]->numbers, bar.ending_type = kEndingStart;
    });
    measures.back() = with_right(measures.back(), [&](Bar& bar) {
      bar.ending = endings[i]->numbers;
      bar.ending_type = last ? kEndingDiscontinue : kEndingStop;
    });
    if (!last || endings.size() == 1) close(measures.back());
    body.insert(body.end(), measures.begin(), measures.end());
  }
  auto list = make_list();
  for (MeasurePtr& measure : body) list->push_back(std::move(measure));
  return List(list);
}

}  // namespace fermata
