const TOKEN =
  /(\((?:\?(?::|P?<[^>]*>))?)|(\))|\{(\d+)(?:,(\d*))?\}|[|?*+^$]|\\(?:[pPx]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./gsu
const TAKES_NO_EMAIL = '|?*+^$'

const RANGE = /(?:\\x\{([\da-f]+)\}|\\?(.))-(?:\\x\{([\da-f]+)\}|\\?([^\]]))/giu
/** Before and beyond these letters nothing has another case; what holds them all need not be looked through. */
const FIRST_CASED = 0x41
const LAST_CASED = 0x1e943
/** Letters of a range whose other cases are found in about the time that a step takes to make. */
const FOLDED_IN_A_STEP = 1000

/**
 * How large an expression becomes once its repetitions are written out, about: known before any work is done for it,
 * since fifty letters may ask for fifty thousand steps.
 * @param written in the syntax of RE2, as `translatePattern` gives it
 * @param ignoresCase then each letter of each range is looked up for its other cases
 */
export function countSteps(written: string, ignoresCase: boolean): number {
  const outside: number[] = []
  let steps = 0
  let last = 0
  for (const [token, opens, closes, least, most] of written.matchAll(TOKEN)) {
    if (opens) {
      outside.push(steps)
      steps = 0
    } else if (closes) {
      last = steps
      steps += outside.pop() ?? 0
    } else if (least !== undefined) {
      const repeated = last * Math.max(1, Number(most || least))
      steps += repeated - last
      last = repeated
    } else if (!TAKES_NO_EMAIL.includes(token)) {
      last = ignoresCase && token.startsWith('[') ? 1 + countFolded(token) : 1
      steps += last
    }
  }
  return steps
}

function countFolded(characterClass: string): number {
  let characters = 0
  for (const [, fromHex, from = '', toHex, to = ''] of characterClass.matchAll(RANGE)) {
    const first = fromHex === undefined ? (from.codePointAt(0) ?? 0) : Number.parseInt(fromHex, 16)
    const last = toHex === undefined ? (to.codePointAt(0) ?? 0) : Number.parseInt(toHex, 16)
    if (first > FIRST_CASED || last < LAST_CASED) characters += Math.max(0, Math.min(last, LAST_CASED) - first)
  }
  return Math.round(characters / FOLDED_IN_A_STEP)
}
