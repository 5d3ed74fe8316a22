let context: AudioContext | undefined;

/** Heard without looking: a short high tone for what went well, a long low one for a fault. Silent where sound is refused. */
function tone(hertz: number, seconds: number): void {
  try {
    context ??= new AudioContext();
    const [source, volume] = [context.createOscillator(), context.createGain()];
    source.frequency.value = hertz;
    volume.gain.value = 0.15;
    source.connect(volume).connect(context.destination);
    source.start();
    source.stop(context.currentTime + seconds);
  } catch {
    // What is shown says the same.
  }
}

export const soundWell = (): void => tone(1_320, 0.08);
export const soundFault = (): void => tone(180, 0.5);
