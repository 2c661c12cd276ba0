import { useId } from 'react'

import { MetalDot } from '../../product/metal-dot.tsx'
import { Checkbox, Radio } from '../../ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { BothLights, Sample } from '../sample.tsx'
import { useWords } from '../use-words.ts'

/** Everything that can be filled in, chosen or ticked. */
export function Fields() {
  return (
    <BothLights>
      {() => (
        <div className="flex flex-col gap-10">
          <TextFields />
          <Choices />
        </div>
      )}
    </BothLights>
  )
}

function TextFields() {
  const { words } = useWords()
  return (
    <div className="grid items-start gap-x-5 gap-y-7 sm:grid-cols-2">
      <Sample name={words.idle}>
        <TextField label={words.email} type="email" placeholder="name@example.com" />
      </Sample>
      <Sample name={words.filled}>
        <TextField label={words.email} type="email" defaultValue={words.emailValue} />
      </Sample>
      <Sample name={words.error}>
        <TextField label={words.email} defaultValue="ada@" error={words.emailError} />
      </Sample>
      <Sample name={words.optional}>
        <TextField label={words.apartment} isOptional />
      </Sample>
      <Sample name={words.disabled}>
        <TextField label={words.apartment} disabled defaultValue="12" />
      </Sample>
      <Sample name={words.select}>
        <SelectField label={words.country}>
          {words.countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </Sample>
      <Sample name={words.severalLines}>
        <TextAreaField label={words.note} rows={3} isOptional />
      </Sample>
    </div>
  )
}

function Choices() {
  const { words } = useWords()
  const group = useId()
  return (
    <div className="grid items-start gap-x-8 gap-y-7 sm:grid-cols-2">
      <fieldset>
        <legend className="text-sm font-semibold">{words.checkboxes}</legend>
        <div className="mt-2">
          <Checkbox label={words.ticked} defaultChecked />
          <Checkbox label={words.unticked} aside={42} />
          <Checkbox
            label={words.silver}
            hint={words.metalHint}
            dot={<MetalDot code="silver" className="size-4" />}
            aside={7}
          />
          <Checkbox label={words.tickDisabled} disabled />
        </div>
      </fieldset>
      <fieldset>
        <legend className="text-sm font-semibold">{words.radios}</legend>
        <div className="mt-2">
          <Radio name={group} label={words.courier} hint={words.courierHint} defaultChecked />
          <Radio name={group} label={words.pickup} />
          <Radio name={group} label={words.post} disabled />
        </div>
      </fieldset>
    </div>
  )
}
