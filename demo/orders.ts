import type { SceneName } from './services/scene-kit.ts';
import type { Dimension } from '#platform/shared/dimensions.ts';

/** Demo orders with reviews, so that every page about money has something to show. */

export type DemoOrder = {
  service: string;
  buyer: string;
  quantity: number;
  delivery: 'ship' | 'pickup';
  description: string;
  /** Agreed price in won before the fee, for services without a fixed price: prints are priced by weight. */
  quoted?: { title: string; principal: number };
  /** Slug of the resource that it is made after. */
  design?: string;
  /** Dimensions that matter to the buyer, each with what the provider and the buyer measured. */
  dimensions?: readonly (Dimension & { provider: number; buyer?: number })[];
  /** What the provider says with photos of the work under way, and of the finished piece. */
  making?: { scene: SceneName; underway: string; finished?: string };
  /** Last state that is reached. */
  until: 'waiting' | 'working' | 'delivered' | 'completed' | 'declined';
  /** Reviews of both sides. */
  reviews?: { buyer: DemoReview; provider: DemoReview };
};
type DemoReview = { rating: number; text: string };

export const demoOrders: readonly DemoOrder[] = [
  {
    service: 'seongsu-layer-print',
    buyer: 'bench_emma',
    quantity: 4,
    quoted: { title: 'PETG corner brackets', principal: 28_000 },
    design: 'shelf-bracket-105',
    delivery: 'ship',
    description: 'Four corner brackets in black PETG, please. Strength matters more than looks.',
    dimensions: [
      { label: 'Hole diameter', targetMm: 4.2, toleranceMm: 0.2, provider: 4.25, buyer: 4.3 },
      { label: 'Leg length', targetMm: 60, toleranceMm: 0.5, provider: 59.8, buyer: 59.9 },
    ],
    making: {
      scene: 'brackets',
      underway: '첫 레이어가 고르게 붙었어요. 네 시간쯤 걸려요.',
      finished: '네 개 모두 나왔어요. 구멍은 핀 게이지로 쟀어요.',
    },
    until: 'completed',
    reviews: {
      buyer: { rating: 5, text: 'Clean layers, packed well, and a day early. The brackets hold my shelf.' },
      provider: { rating: 5, text: '도면이 깔끔했고 질문에 바로 답해 주셨어요.' },
    },
  },
  {
    service: 'seongsu-layer-print',
    buyer: 'pixel_mori',
    quantity: 10,
    quoted: { title: '時計じかけの歯車', principal: 24_000 },
    design: 'wooden-clock-wheels',
    delivery: 'ship',
    description: '時計じかけ用の小さな歯車です。白いPLAで10個お願いします。',
    dimensions: [
      { label: '軸穴の直径', targetMm: 3, toleranceMm: 0.1, provider: 3.06 },
      { label: '歯車の厚み', targetMm: 5, toleranceMm: 0.2, provider: 5.25 },
    ],
    making: {
      scene: 'gears',
      underway: '첫 레이어예요. 노즐을 0.25 mm로 바꿔서 이가 또렷해요.',
      finished: '두께가 허용 오차보다 0.05 mm 커요. 살짝 갈아 드릴 수도 있으니 알려 주세요.',
    },
    until: 'delivered',
  },
  {
    service: 'seongsu-layer-print',
    buyer: 'euljiro_pcb',
    quantity: 6,
    quoted: { title: '기판 스페이서', principal: 15_000 },
    delivery: 'pickup',
    description: '기판 고정용 스페이서 여섯 개예요. 높이 8 mm, 구멍 3.2 mm로 부탁드려요.',
    dimensions: [
      { label: '높이', targetMm: 8, toleranceMm: 0.1, provider: 8.02 },
      { label: '구멍 지름', targetMm: 3.2, toleranceMm: 0.1, provider: 3.24 },
    ],
    making: { scene: 'hinges', underway: '여섯 개를 한 판에 올렸어요. 첫 레이어가 잘 나왔어요.' },
    until: 'working',
  },
  {
    service: 'seongsu-layer-print',
    buyer: 'munjeong_drone',
    quantity: 8,
    quoted: { title: '드론 암 가드', principal: 36_000 },
    delivery: 'ship',
    description: '드론 암 가드 여덟 개입니다. TPU로 출력해 주세요.',
    until: 'waiting',
  },
  {
    service: 'guro-cnc-one',
    buyer: 'seongsu_layer',
    quantity: 1,
    delivery: 'ship',
    description: '프린터 베드 고정판 하나를 알루미늄으로 깎고 싶어요. 120 × 60 × 6 mm예요.',
    until: 'working',
  },
  {
    service: 'yongsan-board-repair',
    buyer: 'seongsu_layer',
    quantity: 1,
    delivery: 'ship',
    description: '프린터 메인보드가 켜지지 않아요. 스테퍼 드라이버 쪽에서 탄 냄새가 나요.',
    until: 'declined',
  },
  {
    service: 'gongneung-open-lab',
    buyer: 'seongsu_layer',
    quantity: 1,
    delivery: 'pickup',
    description: '새로 온 회원에게 슬라이서 설정을 알려 주고 싶어요. 한 시간만 자리를 빌려주세요.',
    until: 'completed',
    reviews: {
      buyer: { rating: 5, text: '자리도 장비도 넉넉했어요. 처음 온 분들이 좋아했어요.' },
      provider: { rating: 5, text: '뒷정리까지 깔끔하게 해 주셨어요. 또 오세요.' },
    },
  },
];
