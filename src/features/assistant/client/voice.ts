import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { languages } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { commandIn, type VoiceCommand } from '../voice-commands.ts';

/** What browsers have of it, as far as it is used; its types are in no library of TypeScript. */
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

/** A browser does not learn it later. */
const never = () => () => {};

export type VoiceProblem = 'refused' | 'failed';

/** Listens for commands while it is on. Browsers end by themselves after a silence, and then it begins anew. */
export function useVoice(onCommand: (command: VoiceCommand) => void) {
  // Only the browser knows, and what is drawn first is what the server drew.
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

/** Reads aloud, where the browser can; whatever it still reads is stopped first. */
export function readAloud(text: string, lang: string): void {
  if (!('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = lang;
  speechSynthesis.speak(utterance);
}
