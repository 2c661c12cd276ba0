const TOKEN =
  /(\((?:\?(?::|P?<[^>]*>))?)|(\))|\{(\d+)(?:,(\d*))?\}|[|?*+^$]|\\(?:[pPx]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./gsu
const TAKES_NO_LETTER = '|?*+^$'

/**
 * How large an expression becomes once its repetitions are written out, about: known before any work is done for it,
 * since fifty letters may ask for fifty thousand steps.
 * @param written in the syntax of RE2, as `translatePattern` gives it
 */
export function countSteps(written: string): number {
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
    } else if (!TAKES_NO_LETTER.includes(token)) {
      last = 1
      steps += 1
    }
  }
  return steps
}
