/** Short synthesised sounds. Off by default, and never the only indication of anything. */

import { settings } from './settings.svelte'

export type Sound =
  'turn' | 'cube' | 'card' | 'rat' | 'coin' | 'bite' | 'breath' | 'pawn' | 'seal' | 'peg' | 'steel' | 'flute' | 'sand' | 'win' | 'death'

let context: AudioContext | null = null

interface Tone {
  at?: number
  from: number
  to?: number
  length: number
  loud?: number
  shape?: OscillatorType
}

function tone(audio: AudioContext, out: AudioNode, { at = 0, from, to = from, length, loud = 0.3, shape = 'sine' }: Tone): void {
  const begin = audio.currentTime + at
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = shape
  oscillator.frequency.setValueAtTime(from, begin)
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + length)
  gain.gain.setValueAtTime(0.0001, begin)
  gain.gain.exponentialRampToValueAtTime(loud, begin + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length)
  oscillator.connect(gain).connect(out)
  oscillator.start(begin)
  oscillator.stop(begin + length)
}

function noise(audio: AudioContext, out: AudioNode, at: number, length: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let place = 0; place < samples.length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length) ** 2
  const source = audio.createBufferSource()
  const filter = audio.createBiquadFilter()
  const gain = audio.createGain()
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  gain.gain.value = loud
  source.connect(filter).connect(gain).connect(out)
  source.start(audio.currentTime + at)
}

const bell = (audio: AudioContext, out: AudioNode, pitch: number, at = 0): void => {
  tone(audio, out, { at, from: pitch, length: 1.4, loud: 0.22 })
  tone(audio, out, { at, from: pitch * 2.76, length: 0.7, loud: 0.07 })
}

const SOUNDS: Record<Sound, (audio: AudioContext, out: AudioNode) => void> = {
  turn: (audio, out) => bell(audio, out, 880),
  cube: (audio, out) => tone(audio, out, { from: 420, to: 190, length: 0.07, loud: 0.4, shape: 'triangle' }),
  card: (audio, out) => noise(audio, out, 0, 0.12, 3200, 0.35),
  rat: (audio, out) => [0, 0.05, 0.09, 0.15].forEach((at) => noise(audio, out, at, 0.03, 2400, 0.3)),
  coin: (audio, out) =>
    [0, 0.06, 0.11].forEach((at) => tone(audio, out, { at, from: 1900, to: 1500, length: 0.05, loud: 0.14, shape: 'triangle' })),
  bite: (audio, out) => tone(audio, out, { from: 110, to: 48, length: 0.5, loud: 0.6 }),
  breath: (audio, out) => noise(audio, out, 0, 0.5, 700, 0.16),
  pawn: (audio, out) => tone(audio, out, { from: 240, to: 120, length: 0.09, loud: 0.4, shape: 'square' }),
  seal: (audio, out) => tone(audio, out, { from: 170, to: 90, length: 0.16, loud: 0.4 }),
  peg: (audio, out) => tone(audio, out, { from: 660, to: 520, length: 0.05, loud: 0.3, shape: 'triangle' }),
  steel: (audio, out) => [3100, 4200].forEach((from) => tone(audio, out, { from, to: from * 0.97, length: 0.6, loud: 0.08 })),
  flute: (audio, out) => [988, 784].forEach((from, place) => tone(audio, out, { at: place * 0.2, from, length: 0.24, loud: 0.2 })),
  sand: (audio, out) => noise(audio, out, 0, 0.35, 5200, 0.12),
  win: (audio, out) => [784, 988, 1175].forEach((pitch, place) => bell(audio, out, pitch, place * 0.28)),
  death: (audio, out) => bell(audio, out, 196),
}

export function sound(name: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume() // browsers allow no sound before the first tap
    const out = context.createGain()
    out.gain.value = settings.volume
    out.connect(context.destination)
    SOUNDS[name](context, out)
  } catch {
    // ignore: sound is optional
  }
}

/** The sound of an event, for whoever animates it. */
export const SOUND_OF: Partial<Record<string, Sound>> = {
  settled: 'cube',
  placed: 'cube',
  shipped: 'cube',
  shipped_diplomat: 'cube',
  crowned: 'cube',
  crowned_diplomat: 'cube',
  farmed: 'cube',
  grew: 'cube',
  explored: 'cube',
  took: 'card',
  drew: 'card',
  held: 'card',
  showed: 'card',
  laid: 'card',
  gave: 'card',
  discarded: 'card',
  thrown: 'card',
  opened: 'card',
  carried: 'rat',
  swapped: 'rat',
  infested: 'rat',
  looked: 'coin',
  moved: 'pawn',
  rode: 'pawn',
  travelled: 'pawn',
  covered: 'seal',
  appointed: 'seal',
  scored: 'peg',
  robbed: 'steel',
  died: 'death',
}
