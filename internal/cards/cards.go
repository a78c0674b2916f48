// Package cards computes shift cards and time cards from punches: the rules of pairing, rounding, shifts, dates, meals,
// overtime, premiums and exceptions, and nothing else.
//
// It is pure. Values go in, values come out; it reads no clock, opens nothing and keeps nothing between two
// evaluations but buffers. All time is whole seconds: instants are seconds since 1970-01-01 UTC, totals are seconds, and
// there is no floating point anywhere. Local time is used for windows, day boundaries and rounding only, with the offset
// in force at that moment.
//
// The order of evaluation is fixed, and explanations refer to it by number:
//
//  1. Pair ins and outs; those without a partner, and pairs longer than a shift may be, carry no time.
//  2. Round the ins and outs.
//  3. Group pairs into shifts.
//  4. Give each shift, or each part of it, its date.
//  5. Find the paid total T of each date: worked time, less unpaid windows, with rounded and automatic meals and breaks.
//  6. Classify the T seconds of each date as regular or as one kind of overtime.
//  7. Forgive overtime within the tolerance.
//  8. Where daily and weekly overtime do not add up, take the greater of the two for the week. Then each punch
//     has its share.
//  9. Find premiums, beside all that.
//  10. Top up shifts that are shorter than the least that is paid.
//  11. Find exceptions.
//
// No second is counted twice and none is lost. An [Evaluator] does all this for one employee at a time.
package cards
