/** Arrow keys move the focus to the nearest element in that direction. */

const AIM: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The place in `boxes` of the nearest one that lies in that direction; -1 if there is none. */
export function nearest(from: Box, boxes: readonly Box[], key: string): number {
  const aim = AIM[key]
  if (!aim) return -1
  const middle = ({ left, top, width, height }: Box) => [left + width / 2, top + height / 2] as const
  const [x, y] = middle(from)
  let [best, least] = [-1, Infinity]
  boxes.forEach((box, place) => {
    const [ahead, aside] = [
      (middle(box)[0] - x) * aim[0] + (middle(box)[1] - y) * aim[1],
      Math.abs((middle(box)[0] - x) * aim[1] + (middle(box)[1] - y) * aim[0]),
    ]
    const far = ahead + aside * (aim[0] ? 4 : 1) // along a row first
    if (ahead > 4 && far < least) [best, least] = [place, far]
  })
  return best
}

/** For `onkeydown` of the element that contains the buttons with `data-walk`. */
export function walk(event: KeyboardEvent): void {
  const from = (event.target as Element).closest<HTMLElement>('[data-walk]')
  if (!from || !(event.key in AIM) || event.ctrlKey || event.metaKey || event.altKey) return
  const others = [...document.querySelectorAll<HTMLElement>('[data-walk]')].filter((each) => each !== from && each.getClientRects().length)
  const next =
    others[
      nearest(
        from.getBoundingClientRect(),
        others.map((each) => each.getBoundingClientRect()),
        event.key,
      )
    ]
  if (!next) return
  event.preventDefault()
  next.focus()
}
