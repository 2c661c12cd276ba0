import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import t from 'tap'

const DRAW_TWICE = `
import { drawShareImage } from '#server/pages/seo/share/draw-share-image.ts'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
const draw = () => drawShareImage({ photo: undefined, name: 'Ring', brand: 'Lumenite' }).then(({ length }) => length, () => 0)
const first = await draw()
await mkdir(tmpdir())
console.log(JSON.stringify([first, await draw()]))
`

t.test('a picture that could not be drawn is drawn the next time, and nothing is left lying about', async (t) => {
  const folder = join(t.testdir(), 'later')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', DRAW_TWICE], {
    env: { TMPDIR: folder },
  })
  const [first, second] = JSON.parse(stdout) as [number, number]
  t.equal(first, 0, 'while there was no room for the fonts')
  t.ok(second > 1000)
  t.same(await readdir(folder), [])
})
