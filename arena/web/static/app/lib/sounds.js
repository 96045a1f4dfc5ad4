/** Short sounds, made on the spot and off unless the reader turns them on. */

const KEY = "arena-sound";
/** @type {AudioContext | null} */
let context = null;

/** Frequencies, one after the other, and how long each lasts in seconds.
 * @type {Record<string, [number[], number]>} */
const SOUNDS = {
  laid: [[1900], 0.035],
  turn: [[660, 880], 0.09],
  end: [[523, 659, 784], 0.13],
};

export const soundOn = () => localStorage.getItem(KEY) === "on";

/** Turn sounds on or off; whether they are on now. */
export function toggleSound() {
  localStorage.setItem(KEY, soundOn() ? "off" : "on");
  play("turn");
  return soundOn();
}

/** @param {string} name one of SOUNDS; any other is silence */
export function play(name) {
  const sound = SOUNDS[name];
  if (!sound || !soundOn()) return;
  context ??= new AudioContext();
  const [tones, seconds] = sound;
  tones.forEach((tone, i) => note(tone, i * seconds, seconds));
}

/** @param {number} tone @param {number} after @param {number} seconds */
function note(tone, after, seconds) {
  if (!context) return;
  const begin = context.currentTime + after;
  const oscillator = new OscillatorNode(context, { type: "triangle", frequency: tone });
  const volume = new GainNode(context, { gain: 0.12 });
  volume.gain.setValueAtTime(0.12, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds * 1.5);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds * 1.6);
}
