// Barlines, repeats and endings, and the place in time of what follows.

#include "base/suggest.h"
#include "ir/attributes.h"
#include "text/operands.h"

namespace fermata {

namespace {

Item barline_item(Bar bar, Barline::Side side) {
  auto line = std::make_shared<Barline>();
  line->bar = std::move(bar);
  line->side = side;
  return make_item(Kind::Barline, line);
}

int take_times(Taking& taking) {
  const Keyword* keyword = taking.take<Keyword>();
  if (!keyword) return 0;
  if (keyword->name != "times") taking.unknown_keyword(keyword->name);
  return taking.integer("times", 1, 99);
}

std::string ending_numbers(Taking& taking) {
  const Value& value = taking.next();
  if (const Text* text = value.as<Text>()) {
    std::string numbers;
    for (char c : text->text) {
      if (c == ' ') continue;
      if ((c < '0' || c > '9') && c != ',')
        taking.fail(ErrorKind::Value, "an ending's numbers look like \"1,2\"");
      numbers += c;
    }
    if (!numbers.empty() && numbers.front() >= '1' && numbers.back() != ',') return numbers;
    taking.fail(ErrorKind::Value, "an ending's numbers look like \"1,2\"");
  }
  std::string numbers;
  each_spliced(value, [&](const Value& one) {
    const Rational* number = one.as<Rational>();
    if (!number || !number->is_integer() || number->num() < 1 || number->num() > 99)
      taking.misplaced(one, "its number first");
    numbers += (numbers.empty() ? "" : ",") + to_string(*number);
  });
  if (numbers.empty()) taking.misplaced(value, "its number first");
  return numbers;
}

Item ending_item(std::string numbers, std::string_view action, Taking& taking) {
  Bar bar;
  bar.ending = std::move(numbers);
  if (action == "start")
    bar.ending_type = kEndingStart;
  else if (action == "stop")
    bar.ending_type = kEndingStop;
  else if (action == "discontinue")
    bar.ending_type = kEndingDiscontinue;
  else
    taking.fail(ErrorKind::Value, "an ending takes :start, :stop or :discontinue",
                "or measures, inside repeat-section");
  Barline::Side side = bar.ending_type == kEndingStart ? Barline::Left : Barline::Right;
  return barline_item(std::move(bar), side);
}

[[noreturn]] void unknown_barline(Taking& taking, std::string_view name) {
  std::vector<std::string_view> names{"repeat-forward", "repeat-backward", "repeat-both", "ending"};
  for (const BarStyleRow& row : bar_style_table()) names.push_back(row.name);
  std::string hint = did_you_mean(name, names, ":");
  if (hint.empty()) hint = "barlines are listed by: fermata show barlines";
  taking.fail(ErrorKind::Value, "unknown barline " + std::string(name), hint);
}

}  // namespace

Value build_barline(const Form& form, Operands operands) {
  Taking taking(form, operands);
  if (!taking.more()) {
    Bar bar;
    bar.style = 1;
    return barline_item(bar, Barline::ByPlace);
  }
  std::string_view name = taking.name();
  const Value& first = taking.next();
  if (name.empty()) taking.misplaced(first, "a keyword such as :double");
  Bar bar;
  if (name == "ending") {
    if (!taking.more())
      taking.fail(ErrorKind::Syntax, ":ending needs a number and :start or :stop");
    std::string numbers = ending_numbers(taking);
    if (!taking.more())
      taking.fail(ErrorKind::Syntax, "the ending lacks :start or :stop",
                  "such as (barline :ending 1 :start)");
    std::string_view action = taking.name();
    taking.next();
    return ending_item(numbers, action, taking);
  }
  bool forward = name == "repeat-forward" || name == "repeat-start" || name == "start-repeat";
  bool backward = name == "repeat-backward" || name == "repeat-end" || name == "end-repeat";
  if (forward || backward || name == "repeat-both") {
    bar.repeat = true;
    bar.forward_after = name == "repeat-both";
    bar.times = forward ? 0 : take_times(taking);
    if (taking.more()) taking.too_many();
    return barline_item(bar, forward             ? Barline::Left
                             : bar.forward_after ? Barline::Both
                                                 : Barline::Right);
  }
  if (name == "single") name = "regular";
  if (name == "end") name = "final";
  for (size_t i = 0; i < bar_style_table().size(); ++i)
    if (bar_style_table()[i].name == name || bar_style_table()[i].musicxml == name)
      bar.style = static_cast<int>(i) + 1;
  if (!bar.style) unknown_barline(taking, name);
  if (taking.more()) taking.too_many();
  return barline_item(bar,
                      name == "final" || name == "light-heavy" ? Barline::Right : Barline::ByPlace);
}

/// (repeat :forward), or (repeat 4 music): four times the same.
Value build_repeat(const Form& form, Operands operands) {
  Taking taking(form, operands);
  if (const Rational* count = taking.take<Rational>()) {
    if (!count->is_integer() || count->num() < 0 || count->num() > 100000)
      taking.fail(ErrorKind::Value, "repeat takes a number of times from 0 to 100000");
    auto list = make_list();
    for (int64_t i = 0; i < count->num(); ++i) {
      for (size_t k = 1; k < operands.size(); ++k)
        each_spliced(operands[k], [&](const Value& value) { list->push_back(value); });
      if (list->size() > 10'000'000)
        throw Error(ErrorKind::Limit, "repeat makes more than ten million events");
    }
    return List(list);
  }
  const Keyword* keyword = taking.take<Keyword>();
  bool forward = keyword && (keyword->name == "forward" || keyword->name == "start");
  bool backward = keyword && (keyword->name == "backward" || keyword->name == "stop");
  if (!forward && !backward) {
    if (!keyword) taking.next();
    taking.fail(ErrorKind::Value, "repeat takes :forward or :backward, or a number and music");
  }
  Bar bar;
  bar.repeat = true;
  bar.times = take_times(taking);
  if (forward && bar.times)
    taking.fail(ErrorKind::Value, ":times stands where the repeat ends",
                "(repeat :backward :times 3)");
  if (taking.more()) taking.too_many();
  return barline_item(bar, forward ? Barline::Left : Barline::Right);
}

Value build_ending(const Form& form, Operands operands) {
  Taking taking(form, operands);
  std::string numbers = ending_numbers(taking);
  if (!taking.more())
    taking.fail(ErrorKind::Syntax, "the ending lacks :start or :stop", "such as (ending 1 :start)");
  if (taking.peek().as<Keyword>() || taking.peek().as<Word>()) {
    std::string_view action = taking.name();
    taking.next();
    Item item = ending_item(numbers, action, taking);
    if (taking.more()) taking.too_many();
    return item;
  }
  auto section = std::make_shared<EndingSection>();
  section->numbers = numbers;
  while (taking.more())
    each_spliced(taking.next(), [&](const Value& value) {
      const MeasurePtr* measure = value.as<MeasurePtr>();
      if (!measure) taking.misplaced(value, ":start, :stop, or measures");
      section->measures.push_back(*measure);
    });
  return EndingSectionPtr(section);
}

Value build_backup(const Form& form, Operands operands) {
  Taking taking(form, operands);
  const Value& value = taking.next();
  std::optional<Rational> length = duration_of(value);
  if (length && value.as<Rational>())
    length = *length * Rational(1, 4);  // plain numbers count quarters
  if (!length) taking.misplaced(value, "a number of quarters, or a duration");
  Item item = make_item(form.name == "backup" ? Kind::Backup : Kind::Skip);
  item.length = *length;
  while (taking.more()) {
    const Keyword* keyword = taking.take<Keyword>();
    if (!keyword) taking.too_many();
    if (keyword->name == "voice" && form.name == "forward")
      item.voice = static_cast<uint8_t>(taking.integer("voice", 1, 16));
    else if (keyword->name == "staff" && form.name == "forward")
      item.staff = static_cast<uint8_t>(taking.integer("staff", 1, 16));
    else
      taking.unknown_keyword(keyword->name);
  }
  return item;
}

}  // namespace fermata
