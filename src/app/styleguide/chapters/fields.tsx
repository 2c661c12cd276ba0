import { useId } from 'react'

import { MetalDot } from '../../product/metal-dot.tsx'
import { Checkbox, Radio } from '../../ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { BothModes, Sample } from '../sample.tsx'
import { useGuideMessages } from '../use-guide-messages.ts'

export function Fields() {
  return (
    <BothModes>
      {() => (
        <div className="flex flex-col gap-10">
          <TextFields />
          <Choices />
        </div>
      )}
    </BothModes>
  )
}

function TextFields() {
  const { messages: text } = useGuideMessages()
  return (
    <div className="grid items-start gap-x-5 gap-y-7 sm:grid-cols-2">
      <Sample name={text.idle}>
        <TextField label={text.email} type="email" placeholder="name@example.com" />
      </Sample>
      <Sample name={text.filled}>
        <TextField label={text.email} type="email" defaultValue={text.emailValue} />
      </Sample>
      <Sample name={text.error}>
        <TextField label={text.email} defaultValue="ada@" error={text.emailError} />
      </Sample>
      <Sample name={text.optional}>
        <TextField label={text.apartment} isOptional />
      </Sample>
      <Sample name={text.disabled}>
        <TextField label={text.apartment} disabled defaultValue="12" />
      </Sample>
      <Sample name={text.select}>
        <SelectField label={text.country}>
          {text.countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </Sample>
      <Sample name={text.severalLines}>
        <TextAreaField label={text.note} rows={3} isOptional />
      </Sample>
    </div>
  )
}

function Choices() {
  const { messages: text } = useGuideMessages()
  const group = useId()
  return (
    <div className="grid items-start gap-x-8 gap-y-7 sm:grid-cols-2">
      <fieldset>
        <legend className="text-sm font-semibold">{text.checkboxes}</legend>
        <div className="mt-2">
          <Checkbox label={text.ticked} defaultChecked />
          <Checkbox label={text.unticked} aside={42} />
          <Checkbox
            label={text.silver}
            hint={text.metalHint}
            dot={<MetalDot code="silver" className="size-4" />}
            aside={7}
          />
          <Checkbox label={text.tickDisabled} disabled />
        </div>
      </fieldset>
      <fieldset>
        <legend className="text-sm font-semibold">{text.radios}</legend>
        <div className="mt-2">
          <Radio name={group} label={text.courier} hint={text.courierHint} defaultChecked />
          <Radio name={group} label={text.pickup} />
          <Radio name={group} label={text.post} disabled />
        </div>
      </fieldset>
    </div>
  )
}
