import type { TenderInput } from '#features/tenders/contract.ts';

/** Demo tenders: times are relative to the start of the marketplace, so that a fresh one has open tenders. */
export type DemoTender = {
  slug: string;
  customer: string;
  job: Partial<TenderInput> & Pick<TenderInput, 'title' | 'description' | 'serviceType' | 'ceiling'>;
  /** Days from the start until the close; for a closed tender, until its planned close. */
  closesInDays: number;
  /** Service of the bid, by slug; uses its first machine, if it has any. */
  bids: { service: string; principal: number; readyInDays: number; note: string }[];
  /** Closed as soon as all have bid, and waiting for the customer's choice; or decided, with a reason. */
  until?: 'closed' | { chosen: string; reason: string };
};

export const demoTenders: readonly DemoTender[] = [
  {
    slug: 'tender-brackets',
    customer: 'munjeong_drone',
    job: {
      title: '드론 거치대용 알루미늄 브래킷 40개',
      description:
        '두께 2mm 알루미늄 판을 직각으로 접고 M4 구멍을 네 개씩 뚫습니다.\n접는 안쪽 반지름은 2mm 이하면 돼요. 모서리는 손이 다치지 않게 다듬어 주세요.',
      serviceType: 'metalworking',
      material: '알루미늄 5052',
      tolerance: '구멍 위치 ±0.2mm',
      finish: '샌딩, 도장 없음',
      quantity: 40,
      ceiling: 480_000,
      delivery: 'ship',
      place: { address: '서울 송파구 문정동 1', lat: 37.4852, long: 127.1225 },
    },
    closesInDays: 5,
    bids: [
      {
        service: 'guro-cnc-one',
        principal: 400_000,
        readyInDays: 5,
        note: '판재는 저희 재고로 바로 시작할 수 있어요.',
      },
      {
        service: 'mullae-lathe-works',
        principal: 360_000,
        readyInDays: 8,
        note: '첫 다섯 개를 먼저 보여 드리고 나머지를 접을게요.',
      },
      {
        service: 'namdong-sheet-metal',
        principal: 330_000,
        readyInDays: 7,
        note: '절곡 금형이 있어 따로 드는 비용이 없어요.',
      },
    ],
  },
  {
    slug: 'tender-figures',
    customer: 'naseong_kit',
    job: {
      title: '교육 키트 기어 세트 60벌 출력',
      description:
        '한 벌에 기어 네 개, 모두 240개입니다. 아이들이 쓰니 날카로운 곳이 없어야 해요.\n색은 한 벌 안에서 같기만 하면 무엇이든 좋습니다.',
      serviceType: '3d_printing',
      material: 'PLA',
      colour: '아무 색이나, 한 벌은 한 색으로',
      quantity: 240,
      ceiling: 600_000,
      delivery: 'ship',
      place: { address: '세종 나성동 1', lat: 36.4875, long: 127.2585 },
    },
    closesInDays: 3,
    bids: [
      {
        service: 'hongdae-stage-print',
        principal: 520_000,
        readyInDays: 6,
        note: '프린터 세 대로 나눠 출력합니다.',
      },
      {
        service: 'bupyeong-student-print',
        principal: 430_000,
        readyInDays: 10,
        note: '학생 할인처럼 싸게 해 드릴게요. 수업이 없는 날에 출력해요.',
      },
    ],
  },
  {
    slug: 'tender-enclosure',
    customer: 'leo_makes',
    job: {
      title: 'Oak enclosure for a small radio, five pieces',
      description:
        'Boxes of 180 × 120 × 60 mm with finger joints and a front panel that lifts off. I send the drawing.\nOiled, no lacquer please. I will be in Seoul in spring and can also pick them up.',
      serviceType: 'woodworking',
      material: 'Oak',
      finish: 'Oiled',
      quantity: 5,
      ceiling: 750_000,
      delivery: 'ship',
      place: null,
    },
    closesInDays: 9,
    bids: [],
  },
  {
    slug: 'tender-lamp-boards',
    customer: 'seongsu_layer',
    job: {
      title: '후가공실 작업등 제어 보드 15장 실장',
      description:
        'LED 구동 보드 15장에 부품을 올려 주세요. 부품은 릴로 드리고, 손납땜은 커넥터 두 개뿐입니다.\n전원을 넣어 불이 들어오는지까지 확인해 주세요.',
      serviceType: 'electronics',
      quantity: 15,
      ceiling: 300_000,
      delivery: 'pickup',
      place: { address: '서울 성동구 성수동2가 1', lat: 37.5446, long: 127.0561 },
    },
    closesInDays: 4,
    bids: [
      {
        service: 'gasan-mini-smt',
        principal: 240_000,
        readyInDays: 4,
        note: '자동 실장이라 장당 편차가 적어요.',
      },
      {
        service: 'euljiro-pcb-assembly',
        principal: 210_000,
        readyInDays: 6,
        note: '점등 사진을 한 장씩 찍어 드립니다.',
      },
      {
        service: 'samsan-smart-home',
        principal: 285_000,
        readyInDays: 2,
        note: '급하시면 이틀 안에 끝낼 수 있어요.',
      },
    ],
    until: 'closed',
  },
  {
    slug: 'tender-planter-stands',
    customer: 'haenggung_pot',
    job: {
      title: '화분 받침 나무 다리 30벌',
      description: '지름 20cm 화분을 받칠 세 발 다리예요. 물이 닿으니 방수 처리를 해 주세요.',
      serviceType: 'woodworking',
      material: '물푸레나무',
      finish: '방수 오일',
      quantity: 30,
      ceiling: 900_000,
      delivery: 'ship',
      place: { address: '경기 수원시 팔달구 행궁동 1', lat: 37.2816, long: 127.0146 },
    },
    closesInDays: 6,
    bids: [
      {
        service: 'yeonnam-joinery',
        principal: 780_000,
        readyInDays: 12,
        note: '짜맞춤으로 만들어 나사가 보이지 않아요.',
      },
      {
        service: 'yeongdo-boat-furniture',
        principal: 690_000,
        readyInDays: 15,
        note: '배에 쓰는 방수 오일을 세 번 먹입니다.',
      },
    ],
    until: {
      chosen: 'yeongdo-boat-furniture',
      reason: '물이 닿는 물건이라 방수 처리를 가장 자세히 적어 주신 곳으로 골랐어요.',
    },
  },
];
