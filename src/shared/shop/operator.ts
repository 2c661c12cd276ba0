import { Type, type Static } from 'typebox'

const Line = Type.String({ minLength: 1, maxLength: 200, pattern: String.raw`^\S(.*\S)?$` })
const Email = Type.Refine(
  Type.String({ maxLength: 254 }),
  (text) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text),
  () => 'must be an email address, such as care@example.com',
)
/** ISO 3166, upper case. */
export const Country = Type.Refine(
  Type.String(),
  (text) => /^[A-Z]{2}$/.test(text),
  () => 'must be an upper-case country code, such as GB',
)
const Phone = Type.Refine(
  Type.String(),
  (text) => /^\+\d[\d ]{6,22}\d$/.test(text),
  () => 'must be a phone number with its country, such as +44 20 7946 0958',
)

export const Operator = Type.Object(
  {
    company: Line,
    address: Type.Object(
      {
        street: Line,
        city: Line,
        postalCode: Line,
        country: Country,
      },
      { additionalProperties: false },
    ),
    companyNumber: Type.Optional(Line),
    taxNumber: Type.Optional(Line),
    /** The contact form sends its messages there. */
    email: Email,
    phone: Type.Optional(Phone),
    hours: Type.Optional(Type.Object({ en: Line, ru: Line }, { additionalProperties: false })),
  },
  { additionalProperties: false },
)
export type Operator = Static<typeof Operator>

/** Nothing of it exists: the phone number is reserved for fiction. */
export const SAMPLE_OPERATOR: Operator = {
  company: 'Sample Jewellery Ltd',
  address: { street: '1 Example Street', city: 'London', postalCode: 'EC1A 1ZZ', country: 'GB' },
  companyNumber: '00000000 (England and Wales)',
  taxNumber: 'VAT GB 000 0000 00',
  email: 'care@example.com',
  phone: '+44 20 7946 0958',
  hours: {
    en: 'Monday to Friday, 9 am to 5 pm in London',
    ru: 'С понедельника по пятницу, с 9:00 до 17:00 по Лондону',
  },
}

/** Hours may be the same by chance, so they are not compared. */
export function sampleDetails(operator: Operator): string[] {
  const names = ['company', 'address', 'companyNumber', 'taxNumber', 'email', 'phone'] as const
  return names.filter(
    (name) => operator[name] !== undefined && JSON.stringify(operator[name]) === JSON.stringify(SAMPLE_OPERATOR[name]),
  )
}
