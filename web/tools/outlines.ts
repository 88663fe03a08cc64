/** Outlines of the map in fewer letters. */

/** How many numbers each command takes; all but `M` and `z` are relative, as `shapes.py` writes them. */
const NUMBERS: Record<string, number> = { M: 2, q: 4, l: 2, z: 0 }

/**
 * The same path with its points on whole numbers. Every point is rounded where it lies, not as the step from the one
 * before it, so errors do not add up and regions that share a border still do.
 */
export function rounded(path: string): string {
  const words = path.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? []
  const written: string[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let [command, before] = ['', '']
  for (let at = 0; at < words.length;) {
    if (/[a-zA-Z]/.test(words[at]!)) command = words[at++]!
    const count = NUMBERS[command]
    if (count === undefined) throw new Error(`no command for an outline: ${command}`)
    const numbers = words.slice(at, at + count).map(Number)
    at += count
    if (command === 'z') [x, y] = [startX, startY]
    // Seen from the point before, where both are rounded; `M` counts from nought.
    const [fromX, fromY] = command === 'M' ? [0, 0] : [x, y]
    const steps = numbers.map((number, place) =>
      place % 2 ? Math.round(fromY + number) - Math.round(fromY) : Math.round(fromX + number) - Math.round(fromX),
    )
    if (count) [x, y] = [fromX + numbers.at(-2)!, fromY + numbers.at(-1)!]
    if (command === 'M') [startX, startY] = [x, y]
    const text = steps.join(' ').replaceAll(' -', '-')
    written.push(command !== before || command === 'z' ? command + text : text.startsWith('-') ? text : ` ${text}`)
    before = command
  }
  return written.join('')
}
