import type { Locale } from '#i18n/languages.ts';
import type { Skill } from '#features/support/contract.ts';

/** Demo volunteers, their topics, and whether they are available when the marketplace starts. */
export const demoVolunteers: {
  by: string;
  skills: Skill[];
  tags: string[];
  languages: Locale[];
  isHere: boolean;
}[] = [
  {
    by: 'gongneung_lab',
    skills: ['printing', 'assembly'],
    tags: ['첫 출력', 'PETG'],
    languages: ['ko'],
    isHere: true,
  },
  {
    by: 'yongsan_fix',
    skills: ['electronics'],
    tags: ['기판 수리', '납땜'],
    languages: ['ko', 'en'],
    isHere: true,
  },
  {
    by: 'yuseong_robot',
    skills: ['assembly', 'firmware', 'modelling'],
    tags: ['아두이노'],
    languages: ['ko'],
    isHere: false,
  },
  {
    by: 'leo_makes',
    skills: ['printing', 'modelling'],
    tags: ['drones', 'tpu'],
    languages: ['en'],
    isHere: false,
  },
  {
    by: 'tanaka_works',
    skills: ['woodworking', 'printing'],
    tags: ['組木'],
    languages: ['ja'],
    isHere: true,
  },
];

/** Solved support sessions about a step, which both sides agreed to publish. */
export const demoHelp = {
  resource: '라인트레이서 로봇 메인보드',
  /** Counted from 0. */
  step: 3,
  asker: 'leo_makes',
  helper: 'yongsan_fix',
  language: 'ko' as const,
  skill: 'electronics' as const,
  problem: '모터 드라이버를 꽂았는데 한쪽 모터만 돌아요. 방향을 바꿔도 왼쪽은 조용합니다.',
  talk: [
    { by: 'helper', text: '왼쪽 모터 단자 전압을 재 볼 수 있을까요? 배터리를 켠 채로요.' },
    { by: 'asker', text: '0볼트예요. 오른쪽은 7.2볼트가 나와요.' },
    { by: 'helper', text: '그러면 L293D 1번 핀(EN1)까지 5볼트가 오는지 봐 주세요.' },
    { by: 'asker', text: '안 와요! 1번 핀 납이 살짝 떠 있었네요. 다시 녹이니 돌아요.' },
  ],
  answer:
    '한쪽 모터만 안 돌면 L293D의 1번(EN1)과 9번(EN2) 핀에 5 V가 오는지 먼저 재 보세요. 여기 납이 떠 있으면 그쪽 모터만 멈춰 있어요.',
  daysAgo: 3,
  waitedMinutes: 6,
};
