/** Which dialog is open over the page. */
export const overlay = $state<{ now: 'keys' | 'settings' | null }>({ now: null })
export const closeOverlay = (): void => void (overlay.now = null)
