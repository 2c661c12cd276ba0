import t from 'tap'

import { readTable } from '#server/cli/import/read-table.ts'
import { createReport } from '#server/cli/import/report.ts'

function read(file: string | Uint8Array) {
  const report = createReport()
  const table = readTable(typeof file === 'string' ? Buffer.from(file) : file, report)
  const cells = table?.rows.map((row) => table.columns.map((column) => row.get(column)))
  return { cells, lines: table?.rows.map(({ line }) => line), errors: report.errorLines('rings.csv') }
}

t.test('a file is read with commas, semicolons or tabs, with any line ends and a byte order mark', async (t) => {
  const cells = [
    ['gold-ring', 'A ring, plain'],
    ['silver-ring', 'A "7" ring'],
  ]
  t.same(read('handle,title_en\ngold-ring,"A ring, plain"\nsilver-ring,"A ""7"" ring"\n').cells, cells)
  t.same(read('handle;title_en\r\ngold-ring;A ring, plain\r\nsilver-ring;"A ""7"" ring"\r\n').cells, cells)
  t.same(read('\uFEFFhandle\ttitle_en\ngold-ring\tA ring, plain\nsilver-ring\t"A ""7"" ring"').cells, cells)
})

t.test('the traces of a spreadsheet are read over, or named', async (t) => {
  const { cells, lines, errors } = read('sep=;\r\nhandle;title_en;sku\r\nring;Ring, plain;1.23E+11\r\n')
  t.same([cells, lines], [[['ring', 'Ring, plain', '1.23E+11']], [3]])
  t.same(errors, [
    'rings.csv, line 3, column C "sku": the spreadsheet has shortened a long number to "1.23E+11". ' +
      'Format the column as text and enter the number again.',
  ])
})

t.test('Cyrillic texts, line breaks inside cells and empty lines keep their places', async (t) => {
  const { cells, lines, errors } = read('handle,title_ru\na,"Кольцо\nс камнем"\n\n,\nb,Серьги\n')
  t.same(cells, [
    ['a', 'Кольцо\nс камнем'],
    ['b', 'Серьги'],
  ])
  t.same(lines, [2, 6])
  t.same(errors, [])
})

t.test('a file that is not UTF-8 is refused with what to do', async (t) => {
  const windows = Buffer.concat([
    Buffer.from('handle;title_ru\na;Ring\nb;'),
    Buffer.from([0xca, 0xee, 0xeb, 0xfc, 0xf6, 0xee]),
  ])
  t.same(read(windows), {
    cells: undefined,
    lines: undefined,
    errors: [
      'rings.csv: The file is not UTF-8, from line 3 on: it looks like Windows-1251 or another old encoding. ' +
        'In Excel, choose "Save as" and the type "CSV UTF-8"; in Google Sheets, download as CSV.',
    ],
  })
  t.match(read(Buffer.from('\uFEFFhandle;title_ru', 'utf16le')).errors, [/^rings.csv: The file is not UTF-8: /])
  t.match(read('').errors, ['rings.csv: The file is empty; its first line has to name the columns.'])
})

t.test('wrong quotes are reported with their line, after what is wrong above', async (t) => {
  const errorsOf = (lines: string) => read(`handle,title_en\na,one,two\n${lines}\nd,fine\n`).errors
  const cells =
    'rings.csv, line 2: this line has 3 cells, but there are 2 columns. Put texts that contain "," in quotes.'
  t.match(errorsOf('b,7" ring'), [cells, /^rings.csv, line 3: a quote is in a cell that does not begin with one\. /])
  t.match(errorsOf('b,"a" ring'), [cells, /^rings.csv, line 3: a quote closes before the end of its cell\. /])
  t.match(errorsOf('b,fine\nc,"open'), [
    cells,
    'rings.csv, line 4: a quote opens and never closes. Close it, or remove it. The lines from here on could not be checked.',
  ])
})

t.test('a column that is there twice is reported with its letter', async (t) => {
  t.match(read('handle,sku,handle\na,b,c\n').errors, [
    'rings.csv, line 1, column C "handle": this column is there twice. Remove one of them.',
  ])
})

t.test('of very many mistakes a hundred are listed, and the others counted', async (t) => {
  const { errors } = read(`a,b\n${'x\n'.repeat(130)}`)
  t.equal(errors.length, 101)
  t.equal(errors.at(-1), '30 more errors; the first 100 are listed.')
})
