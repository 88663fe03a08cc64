/**
 * QR codes (ISO/IEC 18004) for links: bytes, error correction M, versions 1 to 15, which is 412 bytes.
 * `qrOf` gives the square as rows of dark and light modules, without the quiet zone.
 */

/** By version: error correction codewords in a block, and blocks. */
const CHECKS = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]
const MOST = 15
const LEVEL_M = 0

/** Multiplication in the field of 256 elements. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((other >>> bit) & 1) * one
  }
  return product & 0xff
}

/** The error correction codewords of a block (Reed and Solomon). */
function checksOf(data: readonly number[], number: number): number[] {
  const divisor: number[] = [...Array<number>(number - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < number; step++) {
    for (let place = 0; place < number; place++) divisor[place] = times(divisor[place]!, root) ^ (divisor[place + 1] ?? 0)
    root = times(root, 2)
  }
  const rest = Array<number>(number).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    divisor.forEach((each, place) => (rest[place]! ^= times(each, factor)))
  }
  return rest
}

const sizeOf = (version: number): number => version * 4 + 17

/** Centres of the alignment patterns along one side. */
function alignment(version: number): number[] {
  if (version === 1) return []
  const number = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (number * 2 - 2)) * 2
  return [6, ...Array.from({ length: number - 1 }, (_, place) => sizeOf(version) - 7 - place * step).reverse()]
}

/** Modules that are left for data, in bits. */
function room(version: number): number {
  let bits = (16 * version + 128) * version + 64
  if (version >= 2) {
    const number = Math.floor(version / 7) + 2
    bits -= (25 * number - 10) * number - 55
    if (version >= 7) bits -= 36
  }
  return bits
}

const codewords = (version: number): number => Math.floor(room(version) / 8) - CHECKS[version]! * BLOCKS[version]!

/** The text in bytes with its head, filled up to what the version holds. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  const most = codewords(version) * 8
  put(0, Math.min(4, most - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  for (let fill = 0xec; bits.length < most; fill ^= 0xec ^ 0x11) put(fill, 8)
  return Array.from({ length: bits.length / 8 }, (_, place) => parseInt(bits.slice(place * 8, place * 8 + 8).join(''), 2))
}

/** Data and error correction codewords, interleaved by block. */
function woven(data: readonly number[], version: number): number[] {
  const [number, checks] = [BLOCKS[version]!, CHECKS[version]!]
  const all = Math.floor(room(version) / 8)
  const [short, long] = [number - (all % number), Math.floor(all / number) - checks]
  let from = 0
  const blocks = Array.from({ length: number }, (_, block) => {
    const part = data.slice(from, (from += long + (block < short ? 0 : 1)))
    return { part, checks: checksOf(part, checks) }
  })
  const found: number[] = []
  for (let place = 0; place <= long; place++) for (const { part } of blocks) if (place < part.length) found.push(part[place]!)
  for (let place = 0; place < checks; place++) for (const block of blocks) found.push(block.checks[place]!)
  return found
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

export function qrOf(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  let version = 1
  while (version <= MOST && codewords(version) * 8 < 4 + (version < 10 ? 8 : 16) + bytes.length * 8) version++
  if (version > MOST) throw new RangeError(`${bytes.length} bytes are too many for a QR code here`)
  const size = sizeOf(version)
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, isDark: boolean) => {
    dark[y]![x] = isDark
    fixed[y]![x] = true
  }
  const isIn = (x: number, y: number) => x >= 0 && x < size && y >= 0 && y < size

  // timing, finders, alignment
  for (let place = 0; place < size; place++) {
    set(6, place, place % 2 === 0)
    set(place, 6, place % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        if (isIn(cx + dx, cy + dy)) set(cx + dx, cy + dy, ring !== 2 && ring !== 4)
      }
  }
  const centres = alignment(version)
  const last = centres.length - 1
  centres.forEach((cx, column) =>
    centres.forEach((cy, row) => {
      if ((column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0)) return
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }),
  )
  if (version >= 7) {
    let rest = version
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
    const bits = (version << 12) | rest
    for (let bit = 0; bit < 18; bit++) {
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)]
      set(far, near, ((bits >>> bit) & 1) === 1)
      set(near, far, ((bits >>> bit) & 1) === 1)
    }
  }
  const format = (mask: number) => {
    const data = (LEVEL_M << 3) | mask
    let rest = data
    for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
    const bits = ((data << 10) | rest) ^ 0x5412
    const is = (bit: number) => ((bits >>> bit) & 1) === 1
    for (let bit = 0; bit <= 5; bit++) set(8, bit, is(bit))
    set(8, 7, is(6))
    set(8, 8, is(7))
    set(7, 8, is(8))
    for (let bit = 9; bit < 15; bit++) set(14 - bit, 8, is(bit))
    for (let bit = 0; bit < 8; bit++) set(size - 1 - bit, 8, is(bit))
    for (let bit = 8; bit < 15; bit++) set(8, size - 15 + bit, is(bit))
    set(8, size - 8, true)
  }
  format(0) // reserved before the data is placed

  const all = woven(dataOf(bytes, version), version)
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const upward = ((right + 1) & 2) === 0
        const y = upward ? size - 1 - step : step
        if (!fixed[y]![x] && bit < all.length * 8) {
          dark[y]![x] = ((all[bit >>> 3]! >>> (7 - (bit & 7))) & 1) === 1
          bit++
        }
      }
  }

  const masked = MASKS.map((isTurned, mask) => {
    format(mask)
    return dark.map((row, y) => row.map((each, x) => (fixed[y]![x] ? each : each !== isTurned(x, y))))
  })
  return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best))
}

/** How hard a square is to read: long runs, blocks, what looks like a finder, and too much of one shade. */
function penalty(square: readonly boolean[][]): number {
  const size = square.length
  const lines = [...square, ...square.map((_, x) => square.map((row) => row[x]!))].map((line) => line.map(Number).join(''))
  let points = 0
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2
    for (const looks of ['10111010000', '00001011101'])
      for (let at = line.indexOf(looks); at >= 0; at = line.indexOf(looks, at + 1)) points += 40
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const here = square[y]![x]
      if (here === square[y]![x + 1] && here === square[y + 1]![x] && here === square[y + 1]![x + 1]) points += 3
    }
  const darks = square.flat().filter(Boolean).length
  return points + Math.floor(Math.abs(darks * 20 - size * size * 10) / (size * size)) * 10
}
