import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { languages } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { commandIn, type VoiceCommand } from '../voice-commands.ts';

/** Subset of the browser's SpeechRecognition, which TypeScript's library has no types for. */
type Recognition = {
  lang: string;
  continuous: boolean;
  onresult:
    | ((event: { resultIndex: number; results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void)
    | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
};
type WithRecognition = {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
};

const recognitionOf = () => {
  const browser = globalThis as WithRecognition;
  return browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
};

/** Browser support does not change. */
const never = () => () => {};

export type VoiceProblem = 'refused' | 'failed';

/** Listens for commands while it is on. Browsers stop after a silence, so recognition is restarted. */
export function useVoice(onCommand: (command: VoiceCommand) => void) {
  // Only the browser knows; the first render must equal the server's.
  const canListen = useSyncExternalStore(
    never,
    () => recognitionOf() !== undefined,
    () => false,
  );
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<VoiceProblem | null>(null);
  const hear = useEffectEvent((text: string) => {
    const command = commandIn(text, currentLocale());
    if (command) onCommand(command);
  });
  useEffect(() => {
    const Recognition = recognitionOf();
    if (!isOn || !Recognition) return undefined;
    const recognition = new Recognition();
    let isOver = false;
    recognition.lang = languages[currentLocale()].ogLocale.replace('_', '-');
    recognition.continuous = true;
    recognition.onresult = ({ resultIndex, results }) => {
      for (let index = resultIndex; index < results.length; index += 1)
        hear(results[index]?.[0]?.transcript ?? '');
    };
    recognition.onerror = ({ error }) => {
      if (error === 'no-speech' || error === 'aborted') return;
      isOver = true;
      setProblem(error === 'not-allowed' || error === 'service-not-allowed' ? 'refused' : 'failed');
      setOn(false);
    };
    recognition.onend = () => {
      if (!isOver) recognition.start();
    };
    recognition.start();
    return () => {
      isOver = true;
      recognition.abort();
    };
  }, [isOn]);
  return {
    canListen,
    isOn,
    problem,
    toggle(): void {
      setProblem(null);
      setOn(!isOn);
    },
  };
}

/** Reads a text aloud, if the browser can, and stops the previous one. */
export function readAloud(text: string, lang: string): void {
  if (!('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = lang;
  speechSynthesis.speak(utterance);
}
