/** Demo messages, channel by channel. Times are minutes before the start of the marketplace. */
export type DemoTalk = {
  by: string;
  text: string;
  ago: number;
  /** Title of a question. */
  title?: string;
  tags?: string[];
  reactions?: Record<string, string[]>;
  /** Replies: answers to a question, or the thread of another message. */
  thread?: (DemoTalk & { isAccepted?: boolean })[];
};

const hour = 60;
const day = 24 * hour;

export const demoTalk: Record<string, DemoTalk[]> = {
  introductions: [
    {
      by: 'gongneung_lab',
      ago: 3 * day,
      text: '공릉동 메이커 모임 노은채입니다. 처음 프린터를 켜 보는 분들 옆에 앉아 있는 일을 좋아해요. 여기서도 편하게 물어보세요.',
      reactions: { '👋': ['yuseong_robot', 'songdo_ai', 'jeonpo_craft'], '❤️': ['naseong_kit'] },
    },
    {
      by: 'leo_makes',
      ago: 2 * day + 3 * hour,
      text: 'Hi! I fly small drones and break a lot of arms. My Korean is slow, so I read with a dictionary.',
      reactions: { '👋': ['munjeong_drone', 'gongneung_lab'] },
      thread: [
        {
          by: 'munjeong_drone',
          ago: 2 * day + 2 * hour,
          text: '반가워요 @leo_makes! 영어로 편하게 쓰세요. 저도 사전 켜고 읽을게요.',
        },
      ],
    },
    {
      by: 'tanaka_works',
      ago: day + 4 * hour,
      text: 'はじめまして。小さな木工と3Dプリントをしています。よろしくお願いします。',
      reactions: { '🙏': ['yeonnam_wood'] },
    },
  ],
  talk: [
    {
      by: 'seongsu_layer',
      ago: day + 2 * hour,
      text: '비 오는 날은 PETG가 유난히 실을 뽑네요. 건조기 **65도에 네 시간** 돌리니 잠잠해졌어요.',
      reactions: { '👍': ['bupyeong_print', 'haeundae_resin', 'leo_makes'], '👀': ['gongneung_lab'] },
    },
    {
      by: 'bupyeong_print',
      ago: day + hour,
      text: '저희 가게는 필라멘트 통에 습도계를 하나씩 넣어 뒀어요. 40%가 넘으면 손님 것부터 말려요.',
    },
    {
      by: 'samsan_elec',
      ago: 5 * hour,
      text: [
        '습도계 값을 모으는 코드 나눠요. 30초마다 한 줄이에요.',
        '```python',
        'import time',
        'from sensor import read',
        '',
        'while True:',
        '    temperature, humidity = read()',
        "    print(f'{temperature:.1f} C, {humidity:.0f} %')",
        '    time.sleep(30)',
        '```',
      ].join('\n'),
      reactions: { '🎉': ['bupyeong_print', 'songdo_ai'], '🙏': ['seongsu_layer'] },
      thread: [
        {
          by: 'songdo_ai',
          ago: 4 * hour,
          text: '센서가 가끔 튀던데 평균을 내면 더 얌전해요. 다섯 개만 모아 보세요.',
        },
        { by: 'samsan_elec', ago: 4 * hour - 12, text: '오, 그러네요. 고쳐 둘게요!' },
      ],
    },
    {
      by: 'yeonnam_wood',
      ago: 2 * hour,
      text: '내일 오후에 자투리 참나무 나눔해요. 연남동 오실 수 있는 분?',
      reactions: { '👀': ['jeonpo_craft'], '❤️': ['yeongdo_boat', 'tanaka_works'] },
    },
    { by: 'jeonpo_craft', ago: hour + 40, text: '부산이라 마음만 갈게요. 사진 올려 주세요.' },
    { by: 'yeonnam_wood', ago: hour + 35, text: '그럴게요. 길이는 30cm쯤 되는 게 많아요.' },
  ],
  questions: [
    {
      by: 'naseong_kit',
      ago: 2 * day,
      title: '첫 레이어가 가장자리부터 떠요',
      tags: ['첫 레이어', 'petg', 'bambu lab a1'],
      text: 'PETG로 15cm짜리 상자를 뽑는데 네 모서리가 모두 떠요.\n\n- 베드 70도, 노즐 245도\n- 브림 5mm\n- 유리판은 어제 알코올로 닦았어요\n\n온도를 더 올려야 할까요?',
      reactions: { '👍': ['gongneung_lab', 'leo_makes'] },
      thread: [
        {
          by: 'seongsu_layer',
          ago: 2 * day - 30,
          text: '모서리가 뜨면 보통 식는 속도 때문이에요. **첫 세 층은 팬을 끄고**, 베드를 80도로 올려 보세요. 알코올보다 주방 세제로 한 번 닦는 게 더 잘 붙어요.',
          reactions: { '👍': ['naseong_kit', 'bupyeong_print', 'gongneung_lab'] },
          isAccepted: true,
        },
        {
          by: 'bupyeong_print',
          ago: 2 * day - 90,
          text: '상자라면 모서리에 작은 원판을 붙여 두는 것도 방법이에요. 끝나고 떼어 내면 돼요.',
        },
        { by: 'naseong_kit', ago: day + 20 * hour, text: '팬을 끄니 바로 붙었어요. 고맙습니다!' },
      ],
    },
    {
      by: 'yuseong_robot',
      ago: day,
      title: '아두이노에 서보 네 개를 달면 자꾸 다시 켜져요',
      tags: ['아두이노', '서보', '전원'],
      text: 'USB로 전원을 주고 있어요. 한 개만 움직일 때는 괜찮은데 네 개를 같이 움직이면 보드가 다시 시작해요.\n\n```cpp\nfor (int i = 0; i < 4; i++) servos[i].write(90);\n```',
      thread: [
        {
          by: 'euljiro_pcb',
          ago: day - 40,
          text: '서보 네 개가 한꺼번에 움직이면 순간 전류가 2A를 넘어요. USB로는 모자라니 **5V 3A 전원을 따로** 주고, 접지만 보드와 이어 주세요. 전원 쪽에 470µF 콘덴서도 하나 달면 좋아요.',
          reactions: { '💡': ['yuseong_robot', 'samsan_elec'] },
          isAccepted: true,
        },
      ],
    },
    {
      by: 'leo_makes',
      ago: 9 * hour,
      title: 'Which infill for a drone arm that keeps snapping at the root?',
      tags: ['drone', 'infill'],
      text: 'I print the arms in PETG with 40 % gyroid and 4 walls. They always snap right where the arm meets the body. More walls, or another orientation?',
      thread: [
        {
          by: 'munjeong_drone',
          ago: 8 * hour,
          text: 'Orientation first: the layers must run along the arm. 그다음에는 뿌리 쪽에 반지름 4mm쯤 필렛을 넣어 보세요.',
          reactions: { '👍': ['leo_makes'] },
        },
      ],
    },
    {
      by: 'haenggung_pot',
      ago: 3 * hour,
      title: '화분 받침에서 물이 새요. 방수는 어떻게 하세요?',
      tags: ['방수', '화분'],
      text: '벽 세 겹, 채움 15%로 뽑았는데 하루 지나면 바닥이 젖어요. 코팅 없이 막을 방법이 있을까요?',
    },
  ],
};
