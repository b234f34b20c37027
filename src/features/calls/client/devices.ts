/** Reason why a device cannot be used; each has a text with a remedy. */
export type DeviceProblem = 'denied' | 'missing' | 'busy' | 'unplugged' | 'insecure' | 'failed';
export type DeviceKind = 'microphone' | 'camera' | 'screen';

export class DeviceError extends Error {
  readonly problem: DeviceProblem;
  constructor(problem: DeviceProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Error names are the same in all browsers, messages are not. */
export function problemOf(error: unknown): DeviceProblem {
  switch ((error as { name?: string } | null)?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const picture = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24, max: 30 } };

/** Opens a device. Throws a `DeviceError`; returns null if the user cancels the choice of a screen. */
export async function openDevice(kind: DeviceKind, deviceId?: string): Promise<MediaStreamTrack | null> {
  // `mediaDevices` exists only in secure contexts.
  if (!('mediaDevices' in navigator)) throw new DeviceError('insecure');
  const chosen = deviceId === undefined || deviceId === '' ? {} : { deviceId: { exact: deviceId } };
  try {
    const stream =
      kind === 'screen'
        ? await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false })
        : await navigator.mediaDevices.getUserMedia(
            kind === 'microphone' ? { audio: { ...sound, ...chosen } } : { video: { ...picture, ...chosen } },
          );
    return stream.getTracks()[0] ?? null;
  } catch (error) {
    const problem = problemOf(error);
    if (kind === 'screen' && problem === 'denied') return null;
    // The chosen device is unplugged: use any other.
    if (problem === 'missing' && deviceId) return openDevice(kind);
    throw new DeviceError(problem);
  }
}

export type Devices = Record<'microphones' | 'cameras' | 'loudspeakers', { id: string; name: string }[]>;

export async function listDevices(): Promise<Devices> {
  const all = 'mediaDevices' in navigator ? await navigator.mediaDevices.enumerateDevices() : [];
  const of = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  return { microphones: of('audioinput'), cameras: of('videoinput'), loudspeakers: of('audiooutput') };
}

/**
 * Measures the level of a microphone several times a second, from 0 to 1. Returns a function that stops it.
 */
export function measureLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const source = context.createMediaStreamSource(new MediaStream([track]));
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    onLevel(Math.min(1, Math.sqrt(sum / samples.length) * 4));
  }, 100);
  return () => {
    clearInterval(timer);
    source.disconnect();
    void context.close();
  };
}

const chosenKey = 'call-devices';
/** `relayOnly` hides the address of this network from other participants. */
export type ChosenDevices = Partial<Record<'microphone' | 'camera' | 'loudspeaker' | 'relayOnly', string>>;

export function readChosen(): ChosenDevices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(chosenKey) ?? '{}');
    return kept !== null && typeof kept === 'object' ? kept : {};
  } catch {
    return {};
  }
}

export function keepChosen(chosen: ChosenDevices): void {
  try {
    localStorage.setItem(chosenKey, JSON.stringify(chosen));
  } catch {
    // Private windows may refuse storage: the choice is lost then.
  }
}

/** Captures the current frame of a video, small enough to be sent; null if it has none yet. */
export function captureStill(video: HTMLVideoElement, side: number, maxChars: number): string | null {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.85, 0.7, 0.5, 0.3]) {
    const picture64 = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
    if (picture64.length <= maxChars) return picture64;
  }
  return null;
}
