import type { PaletteName } from './draw/palettes.ts';
import type { SceneName } from './services/scene-kit.ts';

/** Demo auctions: times are relative to the start of the marketplace, so that a fresh one has live auctions. */
export type DemoAuction = {
  slug: string;
  seller: string;
  /** Service whose machine time is sold. */
  service?: string;
  scene: SceneName;
  palette: PaletteName;
  lot: {
    title: string;
    description: string;
    lotKind?: 'capacity';
    category: string;
    condition?: 'new' | 'like_new' | 'used' | 'for_parts';
    conditionNote?: string;
    delivery: ('ship' | 'pickup' | 'digital')[];
    shippingFee?: number;
    handover?: string;
    startPrice: number;
    reservePrice?: number;
    buyNowPrice?: number;
    durationMinutes: number;
  };
  /** Hours from now until the start; starts at once without it. */
  startsInHours?: number;
  bids: { by: string; maximum: number }[];
  /** Person who bought it at its fixed price. */
  boughtBy?: string;
};

const hour = 60;
const day = 24 * hour;

export const demoAuctions: readonly DemoAuction[] = [
  {
    slug: 'auction-lathe',
    seller: 'mullae_lathe',
    scene: 'turned',
    palette: 'steel',
    lot: {
      title: '탁상 선반용 척과 바이트 한 벌',
      description:
        '아버지가 쓰시던 4인치 단동척과 바이트 열두 자루입니다. 새 선반을 들이면서 자리가 없어 내놓아요.\n척은 분해해서 닦고 기름칠했고, 바이트는 모두 새로 갈았습니다.',
      category: 'tools',
      condition: 'used',
      conditionNote: '척 옆면에 찍힌 자국이 하나 있어요. 쓰는 데는 문제없습니다.',
      delivery: ['ship', 'pickup'],
      shippingFee: 6000,
      handover: '문래역 7번 출구에서 걸어서 5분, 평일 저녁에 가져가실 수 있어요.',
      startPrice: 30_000,
      reservePrice: 60_000,
      durationMinutes: 7 * hour,
    },
    bids: [
      { by: 'guro_cnc', maximum: 45_000 },
      { by: 'seongseo_gear', maximum: 58_000 },
      { by: 'bukseong_iron', maximum: 90_000 },
      { by: 'seongseo_gear', maximum: 72_000 },
    ],
  },
  {
    slug: 'auction-printer',
    seller: 'hongdae_prints',
    scene: 'printer',
    palette: 'sky',
    lot: {
      title: '2년 쓴 3D 프린터, 노즐과 벨트 새것',
      description:
        '무대 소품을 뽑던 프린터예요. 출력 시간은 1,900시간쯤 되고, 지난달에 노즐과 벨트를 갈았어요.\nPLA와 PETG 남은 것 반 롤씩 함께 드려요.',
      category: 'machines',
      condition: 'used',
      conditionNote: '베드 오른쪽 뒤에 작은 흠집이 있어요.',
      delivery: ['pickup'],
      handover: '홍대입구역 근처에서 직접 시연해 드려요.',
      startPrice: 100_000,
      reservePrice: 220_000,
      durationMinutes: day + 3 * hour,
    },
    bids: [
      { by: 'gongneung_lab', maximum: 130_000 },
      { by: 'haenggung_pot', maximum: 160_000 },
    ],
  },
  {
    slug: 'auction-spools',
    seller: 'samgakji_lab',
    scene: 'spools',
    palette: 'butter',
    lot: {
      title: '뜯지 않은 PETG 필라멘트 10롤',
      description:
        '주문을 잘못 넣어 남은 PETG 열 롤이에요. 색은 검정 여섯, 흰색 넷입니다.\n모두 진공 포장 그대로예요.',
      category: 'materials',
      condition: 'new',
      delivery: ['ship', 'pickup'],
      shippingFee: 5000,
      startPrice: 50_000,
      buyNowPrice: 140_000,
      durationMinutes: 3 * day,
    },
    bids: [],
  },
  {
    slug: 'auction-laser-hours',
    seller: 'jeonpo_craft',
    service: 'jeonpo-laser-goods',
    scene: 'laser',
    palette: 'lilac',
    lot: {
      title: '이번 주 비는 레이저 커터 6시간',
      description:
        '이번 주 저녁에 비는 레이저 커터를 여섯 시간 씁니다. 파일만 주시면 제가 잘라 드려요.\n재료는 3mm 합판까지 제가 준비합니다.',
      lotKind: 'capacity',
      category: 'capacity',
      delivery: ['ship', 'pickup'],
      shippingFee: 4000,
      startPrice: 20_000,
      durationMinutes: 2 * day,
    },
    bids: [
      { by: 'jeonju_hanji', maximum: 35_000 },
      { by: 'naseong_kit', maximum: 31_000 },
    ],
  },
  {
    slug: 'auction-drone',
    seller: 'munjeong_drone',
    scene: 'drone',
    palette: 'sage',
    lot: {
      title: '5인치 FPV 기체 프레임 시제품 3대',
      description:
        '양산 전에 만든 카본 프레임 시제품 세 대입니다. 비행은 한 대만 두 번 해 봤어요.\n나사와 암 여분을 함께 드립니다.',
      category: 'works',
      condition: 'like_new',
      delivery: ['ship'],
      shippingFee: 4000,
      startPrice: 40_000,
      durationMinutes: 5 * day,
    },
    startsInHours: 30,
    bids: [],
  },
  {
    slug: 'auction-sensors',
    seller: 'gasan_smt',
    scene: 'sensor',
    palette: 'night',
    lot: {
      title: '실장 끝난 온습도 센서 보드 20장',
      description: '시험 생산에서 남은 보드 스무 장입니다. 모두 동작을 확인했고 펌웨어는 빈 상태예요.',
      category: 'electronics',
      condition: 'new',
      delivery: ['ship'],
      shippingFee: 3000,
      startPrice: 30_000,
      buyNowPrice: 80_000,
      durationMinutes: 3 * day,
    },
    bids: [],
    boughtBy: 'gangneung_wave',
  },
];
