import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Button, Checkbox, Hint, IconButton, Input, Label, Select, toast } from '@medusajs/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState, type ReactNode } from 'react'

import type { ProductFields, readProductFields } from '../../storefront/product-fields.ts'
import { callMedusa } from '../call-medusa.ts'
import { useMedusa, Widget } from '../parts.tsx'

/** The answer of the storefront's `POST /api/_internal/staff/product-fields/check`. */
interface Check {
  /** Sentences. The field of a stone is such as `stones.0.length`. */
  problems: { field: string; message: string }[]
  /** An SVG element of the storefront; null without stones. */
  drawing: string | null
}

type StonesRow = ProductFields['stones'][number]

const CHECK = '/admin/storefront/check-fields'
const TYPING_MS = 300
const NEW_ROW: StonesRow = { count: '1', cut: 'round', length: '', width: '' }
/** Number, cut, length, width, buttons. A narrow page has two of them in a line. */
const COLUMNS = 'gap-2 grid-cols-2 sm:grid-cols-[4.5rem_minmax(7rem,1fr)_6rem_6rem_6.5rem]'

export const config = defineWidgetConfig({ zone: 'product.details.after' })

export default function StonesAndMaterials({ data: { id } }: { data: { id: string } }) {
  const path = `/admin/storefront/products/${id}/fields`
  const client = useQueryClient()
  const query = useMedusa<Awaited<ReturnType<typeof readProductFields>>>(path)
  const [edits, setEdits] = useState<Partial<ProductFields>>({})
  const save = useMutation({
    mutationFn: async (body: { fields: ProductFields; changed: string[]; edits: object }) => callMedusa(path, body),
    async onSuccess(_answer, sent) {
      await client.invalidateQueries()
      // What was typed meanwhile stays.
      setEdits((now) => (now === sent.edits ? {} : now))
      toast.success('Stones and materials are saved', { description: 'The shop shows them within seconds.' })
    },
  })
  const { fields: stored, cuts = [] } = query.data ?? {}
  const fields = stored && { ...stored, ...edits }
  const changed = (Object.keys(edits) as (keyof ProductFields)[]).filter(
    (name) => JSON.stringify(edits[name]) !== JSON.stringify(stored?.[name]),
  )
  const edit = (next: Partial<ProductFields>) => {
    setEdits({ ...edits, ...next })
    save.reset()
  }
  return (
    <Widget title="Stones and materials" query={query}>
      {fields ? <Form fields={fields} cuts={cuts} edit={edit} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-2 px-6 py-4">
        <div role="alert" className="mr-auto max-w-prose">
          {save.error ? <Hint variant="error">{save.error.message}</Hint> : null}
        </div>
        <Button
          size="small"
          variant="secondary"
          disabled={changed.length === 0 || save.isPending}
          onClick={() => {
            setEdits({})
            save.reset()
          }}
        >
          Undo changes
        </Button>
        <Button
          size="small"
          disabled={changed.length === 0}
          isLoading={save.isPending}
          onClick={() => fields && save.mutate({ fields, changed, edits })}
        >
          Save
        </Button>
      </div>
    </Widget>
  )
}

interface FormProps {
  fields: ProductFields
  cuts: readonly string[]
  edit: (next: Partial<ProductFields>) => void
}

function Form({ fields, cuts, edit }: FormProps) {
  const typed = useSettled(JSON.stringify(fields))
  const { data: check, error } = useQuery({
    queryKey: [CHECK, typed],
    queryFn: async () => callMedusa<Check>(CHECK, JSON.parse(typed) as ProductFields),
    placeholderData: keepPreviousData,
  })
  const problemOf = (field: string) => check?.problems.find((problem) => problem.field === field)?.message
  const fieldOf = (name: 'material_en' | 'material_ru' | 'engraving') => ({
    value: fields[name],
    problem: problemOf(name),
    change: (text: string) => edit({ [name]: text }),
  })
  return (
    <>
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <Stones rows={fields.stones} cuts={cuts} problemOf={problemOf} change={(stones) => edit({ stones })} />
        {error ? <Hint variant="error">{error.message}</Hint> : null}
        {check?.drawing ? <Drawing svg={check.drawing} /> : null}
      </div>
      <div className="px-6 py-4">
        <fieldset>
          <legend className="txt-compact-small-plus">Cuts in the filter</legend>
          <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
            {cuts.map((cut) => (
              <Choice
                key={cut}
                label={toName(cut)}
                checked={fields.cuts.includes(cut)}
                change={(isChosen) =>
                  edit({ cuts: cuts.filter((one) => (one === cut ? isChosen : fields.cuts.includes(one))) })
                }
              />
            ))}
          </div>
          <Problem>{problemOf('cuts')}</Problem>
        </fieldset>
      </div>
      <div className="grid gap-x-4 gap-y-4 px-6 py-4 md:grid-cols-2">
        <Field label="Material in English" {...fieldOf('material_en')} />
        <Field
          label="Material in Russian"
          hint="Without it, the Russian pages show the English one."
          {...fieldOf('material_ru')}
        />
        <Field
          label="Engraving: most characters"
          hint="Empty if the product cannot be engraved."
          {...fieldOf('engraving')}
        />
        <div className="flex flex-col gap-y-1 md:pt-6">
          <Choice
            label="Made for one person"
            checked={fields.bespoke}
            change={(isBespoke) => edit({ bespoke: isBespoke })}
          />
          <Hint>Shoppers cannot withdraw from a bespoke product, and the shop says so.</Hint>
        </div>
      </div>
    </>
  )
}

function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface StonesProps {
  rows: readonly StonesRow[]
  cuts: readonly string[]
  problemOf: (field: string) => string | undefined
  change: (rows: StonesRow[]) => void
}

function Stones({ rows, cuts, problemOf, change }: StonesProps) {
  const move = (from: number, to: number): void => {
    const others = rows.filter((_row, index) => index !== from)
    change(others.toSpliced(to, 0, ...rows.slice(from, from + 1)))
  }
  return (
    <>
      <Hint>
        In millimeters, the main stones first. Leave the number empty if there are too many to count, and the width if
        it equals the length.
      </Hint>
      {rows.length > 0 ? (
        <div aria-hidden className={`hidden sm:grid ${COLUMNS} txt-compact-small-plus`}>
          <span>Number</span>
          <span>Cut</span>
          <span>Length</span>
          <span>Width</span>
        </div>
      ) : null}
      {rows.map((row, index) => (
        <StonesFields
          key={index}
          row={row}
          name={`stones ${index + 1}`}
          cuts={cuts}
          problemOf={(field) => problemOf(`stones.${index}.${field}`)}
          change={(next) => change(rows.with(index, next))}
          buttons={
            <>
              <IconButton
                aria-label={`Move stones ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                ↑
              </IconButton>
              <IconButton
                aria-label={`Move stones ${index + 1} down`}
                disabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              >
                ↓
              </IconButton>
              <IconButton aria-label={`Remove stones ${index + 1}`} onClick={() => change(rows.toSpliced(index, 1))}>
                ×
              </IconButton>
            </>
          }
        />
      ))}
      <Button size="small" variant="secondary" className="w-fit" onClick={() => change([...rows, NEW_ROW])}>
        Add stones
      </Button>
    </>
  )
}

interface StonesFieldsProps {
  row: StonesRow
  name: string
  cuts: readonly string[]
  problemOf: (field: keyof StonesRow) => string | undefined
  change: (row: StonesRow) => void
  buttons: ReactNode
}

function StonesFields({ row, name, cuts, problemOf, change, buttons }: StonesFieldsProps) {
  const id = useId()
  const problems = (['count', 'cut', 'length', 'width'] as const).flatMap((field) => {
    const message = problemOf(field)
    return message === undefined ? [] : [{ field, message }]
  })
  const invalid = (field: keyof StonesRow) => {
    const isInvalid = problems.some((problem) => problem.field === field)
    return isInvalid ? { 'aria-invalid': true, 'aria-describedby': `${id}-${field}` } : {}
  }
  const text = (field: 'count' | 'length' | 'width', label: string, placeholder: string) => (
    <Input
      aria-label={`${label} of ${name}`}
      inputMode={field === 'count' ? 'numeric' : 'decimal'}
      placeholder={placeholder}
      value={row[field]}
      onChange={({ target }) => change({ ...row, [field]: target.value })}
      {...invalid(field)}
    />
  )
  return (
    <div>
      <div className={`grid items-center ${COLUMNS}`}>
        {text('count', 'Number', 'many')}
        <Select value={row.cut} onValueChange={(cut) => change({ ...row, cut })}>
          <Select.Trigger aria-label={`Cut of ${name}`} {...invalid('cut')}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {[...new Set([...cuts, row.cut])].map((cut) => (
              <Select.Item key={cut} value={cut}>
                {toName(cut)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
        {text('length', 'Length', 'length')}
        {text('width', 'Width', 'width')}
        <div className="flex gap-x-1">{buttons}</div>
      </div>
      {problems.map(({ field, message }) => (
        <Problem key={field} id={`${id}-${field}`}>
          {message}
        </Problem>
      ))}
    </div>
  )
}

function Drawing({ svg }: { svg: string }) {
  return (
    <figure>
      <div
        className="flex justify-center overflow-hidden rounded-lg bg-ui-bg-subtle p-6 text-ui-fg-base [&_.fill-surface]:fill-[var(--bg-base)] [&_.text-edge]:text-ui-fg-muted [&_.text-ink]:text-ui-fg-base [&_svg]:max-w-full"
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <figcaption className="mt-1">
        <Hint>
          At most three kinds of stones, to scale beside a coin. The product page shows them on a hand, ear or neck.
        </Hint>
      </figcaption>
    </figure>
  )
}

interface FieldProps {
  label: string
  hint?: string
  value: string
  problem: string | undefined
  change: (text: string) => void
}

function Field({ label, hint, value, problem, change }: FieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label size="small" weight="plus" htmlFor={id}>
        {label}
      </Label>
      <Input
        id={id}
        value={value}
        onChange={({ target }) => change(target.value)}
        {...(problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-problem` } : {})}
      />
      {hint ? <Hint>{hint}</Hint> : null}
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  )
}

function Choice({ label, checked, change }: { label: string; checked: boolean; change: (checked: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <Checkbox id={id} checked={checked} onCheckedChange={(next) => change(next === true)} />
      <Label size="small" htmlFor={id}>
        {label}
      </Label>
    </div>
  )
}

function Problem({ id, children }: { id?: string; children: string | undefined }) {
  return children === undefined ? null : (
    <Hint id={id} variant="error" className="mt-1">
      {children}
    </Hint>
  )
}

function toName(cut: string) {
  return cut.charAt(0).toUpperCase() + cut.slice(1)
}
