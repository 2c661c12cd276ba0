import { Type, type Static } from 'typebox'

export const CurrentRegion = Type.Object({ regionId: Type.String(), currency_code: Type.String() })
export type CurrentRegion = Static<typeof CurrentRegion>

/** `countryCode` is absent where nothing tells the country. */
export const IpLocation = Type.Object({ countryCode: Type.Optional(Type.String()) })
export type IpLocation = Static<typeof IpLocation>
