import { Drawing } from '../draw/drawing.ts';
import { palettes } from '../draw/palettes.ts';
import { chimes, soundOf, toWav } from '../sounds/chimes.ts';
import type { DemoFile, DemoResource } from '../types.ts';
import { drawn, textFile } from './make.ts';

const wav = (name: string, chime: keyof typeof chimes): DemoFile => ({
  name: `${name}.wav`,
  mediaType: 'audio/wav',
  make: async () => toWav(soundOf(chimes[chime])),
});

/** Loudness of each chime over time, as bars. */
function wavesPicture(): Drawing {
  const d = new Drawing(1200, 900);
  const p = palettes.mint;
  d.rect(0, 0, 1200, 900, { fill: d.gradient('wall', p.glow, p.floor) });
  const bars = 96;
  for (const [row, name] of (['start', 'warning', 'done'] as const).entries()) {
    const samples = soundOf(chimes[name]);
    const middle = 210 + row * 240;
    d.rect(90, middle - 95, 1020, 190, { fill: '#ffffff' }, 24);
    for (let bar = 0; bar < bars; bar += 1) {
      const from = Math.floor((bar / bars) * samples.length);
      const to = Math.floor(((bar + 1) / bars) * samples.length);
      const loudest = samples.subarray(from, to).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      const height = 6 + loudest * 130;
      d.rect(120 + bar * 10, middle - height / 2, 6, height, { fill: p.parts[row] ?? '#1f9d78' }, 3);
    }
  }
  return d;
}

const readme = `# 공방 알림음

장비 앞을 떠나 있어도 들리는 짧은 소리 세 개예요.

| 파일 | 언제 | 길이 |
| --- | --- | --- |
| 시작.wav | 작업이 시작될 때 | 1.6초 |
| 주의.wav | 사람이 봐야 할 때 | 1.8초 |
| 완료.wav | 작업이 끝났을 때 | 2.4초 |

## 라즈베리 파이에서 울리기

\`\`\`sh
aplay 완료.wav
\`\`\`

사인파를 겹쳐 만든 소리라 녹음된 것이 없습니다. **출처를 적지 않고** 써도 돼요.
`;

export const soundResources: DemoResource[] = [
  {
    slug: 'workshop-chimes',
    owner: 'gongneung_lab',
    category: 'free_content',
    subcategory: '소리',
    language: 'ko',
    title: {
      ko: '공방 알림음 세 가지',
      en: 'Three Workshop Chimes',
      ja: '工房のチャイム三種',
    },
    description: {
      ko: '작업이 시작될 때, 사람이 봐야 할 때, 끝났을 때 울리는 짧은 종소리 세 개입니다. 집진기 옆에서도 들리도록 높은 소리를 섞었어요.\n\n16비트 WAV라 마이크로컨트롤러와 라즈베리 파이에서 바로 재생됩니다.',
      en: 'Three short bells: work begins, somebody should look, work is done. High enough to be heard beside a dust collector. 16 bit WAV.',
      ja: '作業の開始、確認、完了を知らせる短いベルの音です。集塵機のそばでも聞こえる高さにしました。16ビットWAV。',
    },
    tags: ['알림음', '소리', 'WAV', '공방'],
    license: 'CC0-1.0',
    files: [
      wav('시작', 'start'),
      wav('주의', 'warning'),
      wav('완료', 'done'),
      textFile('README.md', () => readme),
    ],
    pictures: [
      drawn({ ko: '세 소리의 크기', en: 'How loud the three are', ja: '三つの音の大きさ' }, wavesPicture),
    ],
    daysAgo: 33,
  },
];
