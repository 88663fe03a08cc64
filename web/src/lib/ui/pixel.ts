/** How many pixels of this window are one pixel of a window of 1280 by 800: letters grow with the window (app.css). */
export const pixel = (): number => (parseFloat(getComputedStyle(document.documentElement).fontSize) || 10) / 10
