import type { RuleId } from '#features/moderation/contract.ts';

/** Days ago of the report, answer, decision, objection and second decision; absent for steps that did not happen. */
type Days = { reported: number; answered?: number; decided: number; objected?: number; ruled?: number };

/** Demo moderation cases for the public log: comments written for this purpose, and one resource. */
export type DemoCase = {
  slug: string;
  /** Resource that was reported or that the comment belongs to. */
  resource: string;
  /** Reported comment; without it the resource itself was reported. */
  comment?: { by: string; text: string };
  reporter: string;
  rule: RuleId;
  outcome: 'hidden' | 'dismissed' | 'taken_down' | 'kept' | 'restored';
  days: Days;
  /** Question to the author; an author without an answer had a week. */
  question?: string;
  answer?: string;
  statement?: string;
  objection?: string;
  ruling?: string;
};

export const demoCases: DemoCase[] = [
  {
    slug: 'outside payment',
    resource: 'swirl-vases',
    comment: {
      by: 'bupyeong_print',
      text: '같은 꽃병 출력해 드려요. 오픈채팅으로 오시면 수수료 빼고 계좌로 받을게요.',
    },
    reporter: 'gongneung_lab',
    rule: 'around_escrow',
    outcome: 'hidden',
    days: { reported: 37, answered: 35, decided: 34 },
    question: '공방 밖에서 결제하자는 말로 읽혀요. 왜 그렇게 쓰셨나요?',
    answer: '수수료를 아껴 드리려던 거예요. 안 되는 줄 몰랐어요.',
    statement: '공방 밖에서 결제하면 돈을 지켜 드릴 수 없어서 댓글을 숨겼어요.',
  },
  {
    slug: 'a common shape',
    resource: 'corner-clamp-and-guide',
    reporter: 'jeonpo_craft',
    rule: 'copyright',
    outcome: 'dismissed',
    days: { reported: 33, decided: 31 },
    statement: '직각 클램프는 흔한 모양이고, 같은 파일이라는 근거가 없어요.',
  },
  {
    slug: 'filament sale',
    resource: 'rack-and-worm',
    comment: { by: 'nora_ml', text: 'PLA 40% off this week, code PRINT40, link in my profile.' },
    reporter: 'leo_makes',
    rule: 'spam',
    outcome: 'hidden',
    days: { reported: 29, decided: 20 },
    question: 'This reads like an advert. What has it to do with gears?',
    statement:
      'An advert under a resource that it has nothing to do with. There was no answer within a week.',
  },
  {
    slug: 'shop number',
    resource: 'shelf-bracket-105',
    comment: { by: 'leo_makes', text: 'We keep these screws at the fablab desk: 00 351 000 000.' },
    reporter: 'nora_ml',
    rule: 'personal_data',
    outcome: 'restored',
    days: { reported: 18, decided: 18, objected: 17, ruled: 15 },
    statement: 'A phone number of a person, as far as we could see.',
    objection: 'It is the number of our public desk. It stands on the door.',
    ruling: 'A public number of a place is no personal data. The comment is back.',
  },
  {
    slug: 'harsh words',
    resource: 'wooden-clock-wheels',
    comment: { by: 'sato_denshi', text: '素人の設計ですね。見るに堪えません。' },
    reporter: 'tanaka_works',
    rule: 'abusive',
    outcome: 'taken_down',
    days: { reported: 12, decided: 10 },
    question: '作った人を見下す言い方に見えます。どういう意図でしたか？',
  },
  {
    slug: 'swollen battery',
    resource: 'whoop-prop-guard',
    comment: { by: 'pixel_mori', text: '膨らんだリポは針で穴を開けてガスを抜けば、また使えますよ。' },
    reporter: 'sato_denshi',
    rule: 'dangerous',
    outcome: 'kept',
    days: { reported: 6, decided: 6, objected: 5, ruled: 3 },
    statement: '膨らんだリポバッテリーに穴を開けると発火します。',
    objection: '自分は何度もうまくいきました。',
    ruling: 'うまくいった例があっても、火災の危険は変わりません。',
  },
];
