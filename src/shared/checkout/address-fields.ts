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

export const COUNTRY_AND_FIELDS = [...ADDRESS_FIELDS, 'country_code'] as const
