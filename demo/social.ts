import { move, turn } from './mesh/mesh.ts';
import { phoneStand } from './models/desk.ts';
import { at } from './models/props.ts';
import { shelfBracket } from './models/fixings.ts';
import { saucer, twistPot } from './models/planters.ts';
import { diceTower, die } from './models/toys.ts';
import { rendered } from './resources/make.ts';
import { droneItems, plant } from './services/scene-kit.ts';
import type { DemoPicture } from './types.ts';

/**
 * Comments, makes and collections of the demo people, by resource slug. `ago` counts back from today, in thirtieths of
 * the time since the resource was published, so that nothing is older than the resource.
 */
export type DemoComment = { by: string; text: string; ago: number; replies?: DemoComment[] };
export type DemoMake = {
  by: string;
  ago: number;
  outcome: 'success' | 'partly' | 'failed';
  machine: string;
  material: string;
  settings?: string;
  text: string;
  minutes?: number;
  grams?: number;
  picture?: DemoPicture;
};

export const demoComments: Record<string, DemoComment[]> = {
  'five-inch-drone-frame': [
    {
      by: 'leo_makes',
      text: 'Which motor size do you fly on this? 1404 fits the 12 mm pattern, but is it enough?',
      ago: 20,
      replies: [
        {
          by: 'munjeong_drone',
          text: '1404 3800KV로 날려요. 실내 연습에는 충분하고, 4셀보다 3셀이 오래 날아요.',
          ago: 19,
        },
        { by: 'leo_makes', text: '3S it is, thank you!', ago: 19 },
      ],
    },
    {
      by: 'gongneung_lab',
      text: '모임에서 다 같이 뽑아 봤어요. 암 방향으로 눕히라는 말이 정말 중요하네요. 세워서 뽑은 건 첫 비행에 부러졌어요.',
      ago: 9,
    },
  ],
  'twist-planter': [
    {
      by: 'tanaka_works',
      text: '底に水抜き穴はありますか？ 多肉植物を植えたいです。',
      ago: 12,
      replies: [
        {
          by: 'haenggung_pot',
          text: '네, 지름 8mm 구멍이 세 개 있어요. 받침도 같이 들어 있습니다.',
          ago: 11,
        },
      ],
    },
    { by: 'seongsu_layer', text: '꽃병 모드로도 뽑히나요? 벽 두께가 궁금해요.', ago: 4 },
  ],
  'castle-dice-tower': [
    { by: 'yuseong_robot', text: '보드게임 모임에 들고 갔더니 다들 파일 달라고 하네요.', ago: 8 },
  ],
  'shelf-bracket-105': [
    {
      by: 'guro_cnc',
      text: '하중은 몇 kg까지 버티나요?',
      ago: 15,
      replies: [{ by: 'hanam_press', text: 'PETG 채움 40%로 브래킷 두 개에 12kg까지 걸어 봤어요.', ago: 14 }],
    },
  ],
  'plant-monitor-board': [
    {
      by: 'euljiro_pcb',
      text: '거버 확인했는데 실크가 패드에 걸리는 곳이 없어서 바로 발주했어요. 깔끔합니다.',
      ago: 10,
    },
    { by: 'sato_denshi', text: '土壌センサーの校正はどうしていますか？', ago: 3 },
  ],
};

const picture = (
  ko: string,
  ...[palette, items, options]: [
    Parameters<typeof rendered>[1],
    Parameters<typeof rendered>[2],
    Parameters<typeof rendered>[3],
  ]
) => rendered({ ko }, palette, items, options);

export const demoMakes: Record<string, DemoMake[]> = {
  'five-inch-drone-frame': [
    {
      by: 'gongneung_lab',
      ago: 12,
      outcome: 'partly',
      machine: 'Ender 3 V2',
      material: 'PLA',
      settings: '레이어 0.2, 채움 30%, 60 mm/s',
      text: '프레임은 잘 나왔는데 가드가 베드에서 살짝 떴어요. 브림을 넣으면 괜찮을 것 같아요.',
      minutes: 410,
      picture: picture(
        '가드가 뜬 하얀 드론 프레임',
        'sand',
        () => droneItems(['#f4f1e8', '#d9d4c5', '#b8b2a0'], true),
        { azimuth: 60, elevation: 30, fill: 0.75, ground: 'wood' },
      ),
    },
    {
      by: 'leo_makes',
      ago: 9,
      outcome: 'success',
      machine: 'Bambu Lab A1',
      material: 'PETG',
      settings: '0.2 mm, 4 walls, 40% gyroid',
      text: 'Flew it into a wall twice. Still in one piece.',
      minutes: 195,
      grams: 74,
      picture: picture(
        '빨간 드론 프레임',
        'clay',
        () => droneItems(['#d1495b', '#f7f4ec', '#30343f'], true),
        { azimuth: 24, elevation: 38, fill: 0.8, ground: 'wood' },
      ),
    },
    {
      by: 'bupyeong_print',
      ago: 5,
      outcome: 'success',
      machine: 'bambulab A1',
      material: 'PETG',
      text: '손님이 부탁해서 두 세트 뽑았어요. 서포트 없이 깨끗해요.',
      minutes: 380,
      grams: 151,
      picture: picture(
        '파란 드론 프레임',
        'clay',
        () => droneItems(['#2f6690', '#3a7ca5', '#16425b'], false),
        { azimuth: 330, elevation: 45, fill: 0.8, ground: 'wood' },
      ),
    },
    {
      by: 'seongsu_layer',
      ago: 2,
      outcome: 'success',
      machine: 'Bambu Lab A1',
      material: 'PLA-CF',
      settings: '레이어 0.16, 벽 4겹',
      text: '카본 섞인 PLA로 하니 암이 훨씬 덜 휘어요.',
      grams: 69,
      picture: picture(
        '검은 드론 프레임',
        'mint',
        () => droneItems(['#30343f', '#55c9a2', '#264653'], false),
        { azimuth: -40, elevation: 30, fill: 0.8, ground: 'mat' },
      ),
    },
  ],
  'twist-planter': [
    {
      by: 'jeonpo_craft',
      ago: 10,
      outcome: 'success',
      machine: 'Prusa MK4',
      material: '우드 PLA',
      settings: '레이어 0.28, 벽 3겹, 채움 0%',
      text: '나무 섞인 필라멘트로 뽑으니 토분 같아요. 몬스테라를 심었습니다.',
      minutes: 320,
      grams: 118,
      picture: picture(
        '나무색 화분',
        'sand',
        () => [
          { mesh: saucer(40), color: '#8a5a36', layer: 1 },
          { mesh: move(twistPot(), 0, 0, 2.8), color: '#a9754a', layer: 1 },
          ...at(plant(42, 84), 0, 0, 2.8),
        ],
        { azimuth: 18, elevation: 20, fill: 0.82, ground: 'wood' },
      ),
    },
    {
      by: 'nora_ml',
      ago: 6,
      outcome: 'failed',
      machine: 'Prusa MK4',
      material: 'PLA',
      text: 'Lost adhesion halfway: my plate was not clean. Not the model’s fault.',
    },
  ],
  'one-strip-phone-stand': [
    {
      by: 'songdo_ai',
      ago: 7,
      outcome: 'success',
      machine: 'Bambu Lab A1 mini',
      material: 'PLA',
      text: '회의할 때 씁니다. 20분이면 나와요.',
      minutes: 22,
      grams: 14,
      picture: picture(
        '노란 휴대폰 거치대',
        'butter',
        () => [{ mesh: turn(phoneStand(), 'z', 205), color: '#edae49', layer: 1 }],
        { azimuth: -12, elevation: 26, fill: 0.7, ground: 'mat' },
      ),
    },
  ],
  'castle-dice-tower': [
    {
      by: 'haeundae_resin',
      ago: 9,
      outcome: 'success',
      machine: 'Prusa MK4',
      material: 'PLA',
      settings: '레이어 0.2, 트리 서포트',
      text: '회색으로 뽑고 물 빠진 검정으로 워싱했어요. 진짜 돌 같아요.',
      minutes: 560,
      picture: picture(
        '회색 주사위 탑',
        'steel',
        () => [
          { mesh: diceTower(), color: '#8d9299', finish: 'matte', layer: 1.2 },
          { mesh: move(turn(die(16), 'z', 44), -4, -70, 11), color: '#d1495b', finish: 'gloss' },
        ],
        { azimuth: 26, elevation: 22, fill: 0.8, ground: 'wood' },
      ),
    },
  ],
  'shelf-bracket-105': [
    {
      by: 'yeonnam_wood',
      ago: 11,
      outcome: 'success',
      machine: 'Creality K1',
      material: 'PETG',
      settings: '레이어 0.24, 채움 40%',
      text: '공방 선반을 이걸로 다 걸었어요. 반년째 멀쩡합니다.',
      minutes: 140,
      grams: 52,
      picture: picture(
        '초록 선반 브래킷',
        'sage',
        () => [
          { mesh: shelfBracket(), color: '#1f9d78' },
          { mesh: move(turn(shelfBracket(), 'z', 12), 60, 4), color: '#1f9d78' },
        ],
        { azimuth: -130, elevation: 24, fill: 0.76, ground: 'wood' },
      ),
    },
  ],
};

export const demoCollections: {
  by: string;
  title: string;
  description: string;
  items: { slug: string; note?: string }[];
}[] = [
  {
    by: 'gongneung_lab',
    title: '첫 프린터로 뽑아 볼 것',
    description: '모임에 처음 오신 분들께 권하는 순서예요. 위에서부터 하나씩 뽑아 보세요.',
    items: [
      { slug: 'printer-calibration-sheet', note: '먼저 이걸로 프린터를 맞춰요.' },
      { slug: 'one-strip-phone-stand', note: '20분이면 나와서 첫 출력으로 좋아요.' },
      { slug: 'printed-hinge', note: '움직이는 부품의 틈을 배워요.' },
      { slug: 'twist-planter' },
    ],
  },
  {
    by: 'leo_makes',
    title: 'Gears worth printing',
    description: 'Quiet ones, mostly.',
    items: [
      { slug: 'planetary-gear-set', note: 'Start here.' },
      { slug: 'herringbone-pair-24-12' },
      { slug: 'gear-fidget-train' },
      { slug: 'gear-size-sheet' },
    ],
  },
  {
    by: 'seongsu_layer',
    title: '공방 벽에 걸 것',
    description: '',
    items: [
      { slug: 'shelf-bracket-105' },
      { slug: 'cable-and-hook-set' },
      { slug: 'drawer-labels-and-laser-card' },
    ],
  },
];

export const demoFollows: [follower: string, followed: string][] = [
  ['gongneung_lab', 'seongsu_layer'],
  ['bupyeong_print', 'seongsu_layer'],
  ['leo_makes', 'seongsu_layer'],
  ['seongsu_layer', 'munjeong_drone'],
  ['seongsu_layer', 'juan_motor'],
  ['seongsu_layer', 'leo_makes'],
  ['leo_makes', 'munjeong_drone'],
  ['tanaka_works', 'juan_motor'],
  ['yuseong_robot', 'gongneung_lab'],
  ['nora_ml', 'songdo_ai'],
];

/** Decides whether a person likes a resource: identical in every run, with some resources more popular than others. */
export function likesIt(person: number, resource: number): boolean {
  const liking = 8 + ((resource * 37) % 43);
  return (person * 61 + resource * 17) % 97 < liking;
}
