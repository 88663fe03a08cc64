// Before the first paint, so that the page does not flash in the wrong theme. The same choice is in src/lib/settings.svelte.ts.
(function () {
  var theme = 'system'
  try {
    theme = (JSON.parse(localStorage.getItem('rattus.settings')) || {}).theme || theme
  } catch (error) {
    // no storage, or nothing sensible in it: as the system likes
  }
  var dark = theme === 'candle' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'candle' : 'parchment'
})()
