/** Version of the consent text beside the subscribe button. A change of what it promises is a new version. */
export const CONSENT_TEXT_VERSION = '2026-11'
