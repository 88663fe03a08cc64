/** Which dialog is open over the page, and the rule that is being read. */
export const overlay = $state<{ now: 'keys' | 'settings' | null; rule: string | null }>({ now: null, rule: null })
export const closeOverlay = (): void => void (overlay.now = null)
