/** Version of the consent text beside the subscribe button. Increase it when the text promises something else. */
export const CONSENT_TEXT_VERSION = '2026-11'
