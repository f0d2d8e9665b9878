import Files

/// A text of unknown origin, made safe for a message.
func displayed(_ text: String) -> String { BytePath(text).displayed }

/// A number as a person writes it: `2`, not `2.0`.
func shown(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
}
