const isWholeDown = (each: Element): boolean => each.scrollHeight <= each.clientHeight
/** For a box with one line of text. */
export const isWholeAcross = (each: Element): boolean => each.scrollWidth <= each.clientWidth

/**
 * For a box of fixed height: sets `data-<name>` to the first step, from 0, at which all of it fits, and the last one where
 * nothing does. The styles of each step make the content smaller. `parts` are parts of it that clip what does not fit in
 * them. Returns what ends it, as attachments do.
 */
export function stepDown(box: HTMLElement, name: string, last: number, parts = '', isWhole = isWholeDown): () => void {
  const mayScroll = (each: Element): boolean => getComputedStyle(each).overflowY === 'auto'
  const fits = (): boolean =>
    [box, ...[...box.children].flatMap((each) => [...each.children]).filter(mayScroll)].every(isWhole) &&
    (!parts || [...box.querySelectorAll(parts)].every(isWhole))
  const look = (): void => {
    box.dataset['measured'] = '' // what is on its way counts where it arrives: see app.css
    for (let step = 0; step <= last; step++) {
      box.dataset[name] = String(step)
      if (fits()) break
    }
    delete box.dataset['measured']
  }
  look()
  const watch = new ResizeObserver(look)
  watch.observe(box.parentElement!)
  document.fonts.addEventListener('loadingdone', look)
  return () => {
    watch.disconnect()
    document.fonts.removeEventListener('loadingdone', look)
  }
}
