/** Loaded into a test process: appends the CPU seconds of the process and its ended children to the file TEST_CPU. */
import { appendFileSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const TICKS = 100

const out = process.env['TEST_CPU']
// Worker threads and child processes inherit this module.
if (out && process.argv[1]?.endsWith('.test.ts') && process.platform === 'linux') {
  process.once('exit', () => {
    // proc(5): after the name in parentheses, utime, stime, cutime and cstime are the fields 12 to 15.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    appendFileSync(out, `${(ticks / TICKS).toFixed(1)}\t${process.uptime().toFixed(1)}\t${process.argv[1]}\n`)
  })
}
