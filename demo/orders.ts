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
    until: 'delivered',
  },
  {
    service: 'seongsu-layer-print',
    buyer: 'euljiro_pcb',
    quantity: 6,
    quoted: { title: '기판 스페이서', principal: 15_000 },
    delivery: 'pickup',
    description: '기판 고정용 스페이서 여섯 개예요. 높이 8 mm, 구멍 3.2 mm로 부탁드려요.',
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
