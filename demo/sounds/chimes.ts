/** Chimes for a workshop, made of decaying sine waves, which approximate a bell. */
export const sampleRate = 22_050;

/** Start of a note in seconds and its pitch in hertz. */
type Note = [at: number, pitch: number];

export type Chime = { seconds: number; notes: Note[] };

export const chimes = {
  start: {
    seconds: 1.6,
    notes: [
      [0, 523.25],
      [0.18, 659.25],
      [0.36, 783.99],
    ],
  },
  warning: {
    seconds: 1.8,
    notes: [
      [0, 880],
      [0.3, 880],
      [0.6, 880],
      [0.9, 698.46],
    ],
  },
  done: {
    seconds: 2.4,
    notes: [
      [0, 783.99],
      [0.25, 659.25],
      [0.5, 523.25],
      [0.75, 1046.5],
    ],
  },
} satisfies Record<string, Chime>;

/** Partials of a bell: frequency ratio, loudness, and decay. */
const partials: [ratio: number, loudness: number, decay: number][] = [
  [1, 0.6, 3],
  [2.01, 0.25, 5],
  [3.02, 0.12, 8],
  [5.4, 0.05, 14],
];

/** Samples from -1 to 1. */
export function soundOf({ seconds, notes }: Chime): Float32Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (const [at, pitch] of notes) {
    const first = Math.round(at * sampleRate);
    for (let index = first; index < samples.length; index += 1) {
      const time = (index - first) / sampleRate;
      const attack = Math.min(1, time / 0.004);
      for (const [ratio, loudness, decay] of partials) {
        samples[index]! +=
          0.45 * attack * loudness * Math.exp(-decay * time) * Math.sin(2 * Math.PI * pitch * ratio * time);
      }
    }
  }
  // Fades out the last hundredth of a second to avoid a click.
  const fade = sampleRate / 100;
  for (let index = 0; index < fade; index += 1) samples[samples.length - 1 - index]! *= index / fade;
  return samples;
}

/** 16 bits, one channel. */
export function toWav(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const write = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at);
  write(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) {
    view.setInt16(44 + index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  }
  return bytes;
}
