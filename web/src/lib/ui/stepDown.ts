/**
 * For a box of fixed height: sets `data-<name>` to the first step, from 0, at which all of it fits, and the last one where
 * nothing does. The styles of each step make the content smaller. Returns what ends it, as attachments do.
 */
export function stepDown(box: HTMLElement, name: string, last: number): () => void {
  const mayScroll = (each: Element): boolean => getComputedStyle(each).overflowY === 'auto'
  const fits = (): boolean =>
    [box, ...[...box.children].flatMap((each) => [...each.children]).filter(mayScroll)].every(
      (each) => each.scrollHeight <= each.clientHeight,
    )
  const look = (): void => {
    for (let step = 0; step <= last; step++) {
      box.dataset[name] = String(step)
      if (fits()) return
    }
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
