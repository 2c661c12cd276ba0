/**
 * Shortens tap's output for people: a line for each file that passes, and of one that fails all but its passed checks.
 * @param lines tap's own output, in which a file's lines are indented and come before its verdict
 */
export async function* condenseTap(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let inside: string[] = []
  let complete = false
  for await (const line of lines) {
    const verdict = /^(not )?ok \d+ - (.*?)( \{)?$/.exec(line)
    if (verdict) {
      const [, failed, file] = verdict
      yield `${failed ? '✗' : '✓'} ${file}`
      if (failed) yield* inside.filter((text) => !/^\s*(ok \d|\d+\.\.\d+|$)/.test(text))
      inside = []
    } else if (/^(\s|# Subtest)/.test(line)) {
      inside.push(line)
    } else if (/^(# [{t]|Bail out)/.test(line)) {
      complete = true
      yield line
    }
  }
  // Whatever it said last is why it never came to its end.
  if (!complete) yield* inside
}
