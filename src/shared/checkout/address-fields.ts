/** What an address is made of, but for its country, which decides about the rest. */
export const ADDRESS_FIELDS = [
  'first_name',
  'last_name',
  'address_1',
  'address_2',
  'city',
  'province',
  'postal_code',
  'phone',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

/** All that an address is read by, and compared by. */
export const COUNTRY_AND_FIELDS = [...ADDRESS_FIELDS, 'country_code'] as const
