/**
 * Shortens tap's output for people: a line for each file that passes, and of one that fails all but its passed checks.
 * @param lines tap's own output, in which a file's lines are indented and come before its verdict
 * @param onPass told the path of each file that passed
 */
export async function* condenseTap(
  lines: AsyncIterable<string>,
  onPass: (file: string) => void,
): AsyncGenerator<string> {
  let inside: string[] = []
  let complete = false
  let hasFailed = false
  let isReason = false
  for await (const line of lines) {
    const verdict = /^(not )?ok \d+ - (.*?)( \{)?$/.exec(line)
    if (verdict) {
      const [, failed, file = ''] = verdict
      if (!failed) onPass(file.split(' ', 1)[0] ?? '')
      hasFailed = failed !== undefined
      yield `${failed ? '✗' : '✓'} ${file}`
      if (failed) yield* inside.filter((text) => !/^\s*(ok \d|\d+\.\.\d+|$)/.test(text))
      inside = []
    } else if (isReason) {
      yield line
      isReason = line !== '  ...'
    } else if (hasFailed && line === '  ---') {
      // Why the file itself failed, such as a time-out with what it still held open, comes after its verdict.
      isReason = true
    } else if (/^(\s|# Subtest)/.test(line)) {
      hasFailed = false
      inside.push(line)
    } else if (/^(# [{t]|Bail out)/.test(line)) {
      complete = true
      yield line
    }
  }
  // Whatever it said last is why it never came to its end.
  if (!complete) yield* inside
}
