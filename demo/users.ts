import { locales } from '#i18n/languages.ts';
import type { DemoUser } from './types.ts';

type Row = [username: string, fullName: string, locale: DemoUser['locale'], bio: string];

const rows: Row[] = [
  ['seongsu_layer', '김도윤', 'ko', '성수동에서 프린터 여섯 대를 돌립니다. 출력보다 후가공을 더 좋아해요.'],
  [
    'euljiro_pcb',
    '이서준',
    'ko',
    '을지로 산림동에서 회로 설계와 소량 PCB 조립을 합니다. 납 냄새와 함께 15년.',
  ],
  ['mullae_lathe', '박상철', 'ko', '문래동 철공소 2대째입니다. 선반 한 대로 시작해 지금은 밀링까지 합니다.'],
  ['guro_cnc', '최민재', 'ko', '구로 기계공구상가 안 작은 가공집. 알루미늄 시제품 한 개도 받습니다.'],
  ['yeonnam_wood', '정하은', 'ko', '연남동 작은 목공방을 운영해요. 손으로 맞추는 짜맞춤 상자를 좋아합니다.'],
  ['yongsan_fix', '강태호', 'ko', '용산에서 기판 수리를 합니다. 고칠 수 있으면 버리지 않아요.'],
  [
    'yeoksam_proto',
    '윤지우',
    'ko',
    '스타트업 시제품을 기구부터 회로까지 같이 봐 드리는 제품 엔지니어입니다.',
  ],
  ['munjeong_drone', '임현우', 'ko', 'FPV 드론 조종사이자 기체 설계자. 부러진 암은 다시 출력하면 됩니다.'],
  ['sewoon_maker', '한기봉', 'ko', '세운상가에서 오디오와 앰프를 만집니다. 진공관부터 아두이노까지.'],
  [
    'changsin_sew',
    '오미경',
    'ko',
    '창신동 봉제 골목에서 소량 생산을 맡습니다. 파우치와 공구 가방이 전문이에요.',
  ],
  ['gasan_smt', '서동현', 'ko', '가산디지털단지의 소형 SMT 라인. 다섯 장부터 실장합니다.'],
  ['gongneung_lab', '노은채', 'ko', '공릉동 메이커 모임 운영자. 처음 오신 분께 프린터 사용법을 알려 드려요.'],
  ['sasang_weld', '문재식', 'ko', '부산 사상에서 용접과 절곡을 합니다. 도면이 손그림이어도 괜찮습니다.'],
  ['haeundae_resin', '배수아', 'ko', '해운대 레진 출력실. 피규어와 보석 원형을 뽑습니다.'],
  ['jeonpo_craft', '신유진', 'ko', '전포동 공구길에서 레이저 커팅 소품을 만들어요. 주말엔 수업도 합니다.'],
  ['yeongdo_boat', '조광민', 'ko', '영도에서 목선을 고치던 손으로 가구를 만듭니다.'],
  ['noksan_mold', '황정우', 'ko', '녹산공단 소형 금형 업체. 사출 300개부터 상담합니다.'],
  ['namdong_sheet', '안성민', 'ko', '인천 남동공단 판금집입니다. 레이저 절단과 절곡, 분체 도장까지.'],
  ['bupyeong_print', '송나래', 'ko', '부평 지하상가 위 3D 프린팅 가게. 학생 할인 있어요.'],
  [
    'songdo_ai',
    '류지훈',
    'ko',
    '마이크로컨트롤러에 올라가는 작은 모델을 만듭니다. 클수록 좋은 건 아니니까요.',
  ],
  ['juan_motor', '고영수', 'ko', '모터와 감속기만 20년. 소음 나는 기어는 못 참습니다.'],
  ['yuseong_robot', '권나윤', 'ko', '유성구에서 교육용 로봇 키트를 설계합니다. 초등학생도 조립할 수 있게.'],
  ['daehwa_tool', '전병호', 'ko', '대전 대화공단 치공구 제작. 지그 하나가 하루를 아껴 줍니다.'],
  ['eunhaeng_studio', '홍세린', 'ko', '은행동 창작 스튜디오. 캐릭터 모델링과 도색을 합니다.'],
  ['chimsan_textile', '구본아', 'ko', '대구 침산동 섬유 시제품실. 전도성 원단으로 옷에 불을 켭니다.'],
  ['seongseo_gear', '장우석', 'ko', '성서공단에서 기어를 깎습니다. 모듈 0.5부터 6까지.'],
  ['bukseong_iron', '백승호', 'ko', '북성로 공구골목 대장간 3대. 칼보다 경첩을 더 많이 만들었습니다.'],
  ['chungjang_art', '남예린', 'ko', '광주 충장로에서 키네틱 조형물을 만듭니다. 움직이는 건 다 좋아해요.'],
  ['hanam_press', '양태경', 'ko', '광주 하남산단 프레스 가공. 브래킷과 클립 소량 생산.'],
  ['samsan_elec', '차민규', 'ko', '울산 삼산동 전자공방. 센서와 통신 모듈을 집 안에 심습니다.'],
  ['hyomun_auto', '도현석', 'ko', '울산 효문동 자동화 설계. PLC와 공압, 지그를 합니다.'],
  [
    'naseong_kit',
    '유다인',
    'ko',
    '세종 나성동에서 아이들과 만들기 수업을 해요. 키트 설계가 취미이자 일입니다.',
  ],
  ['jochiwon_farm', '석진우', 'ko', '조치원 복숭아밭 옆에서 스마트팜 장치를 만듭니다.'],
  ['haenggung_pot', '심가영', 'ko', '수원 행궁동 식물가게 주인. 화분을 사다가 지쳐서 출력하기 시작했어요.'],
  ['pangyo_code', '엄준혁', 'ko', '판교에서 낮엔 서버를, 밤엔 G코드를 봅니다.'],
  ['jeonju_hanji', '채윤슬', 'ko', '전주에서 한지와 전자를 섞습니다. 빛나는 종이 조명을 만들어요.'],
  ['chuncheon_game', '방시우', 'ko', '춘천에서 작은 브라우저 게임을 만듭니다. 규칙은 짧게, 한 판은 3분.'],
  ['gangneung_wave', '표지안', 'ko', '강릉 바닷가 서프보드 수리점. 파도 없는 날엔 센서를 납땜해요.'],
  ['jeju_wind', '현승민', 'ko', '제주 이도동. 바람이 많아서 드론보다 풍력계를 더 많이 만들었습니다.'],
  ['cheongju_type', '진소율', 'ko', '청주에서 키캡과 키보드를 만듭니다. 소리에 진심입니다.'],
  [
    'hongdae_prints',
    '양다인',
    'ko',
    '홍대 앞에서 소품과 무대 장치를 출력해요. 마감이 급한 공연이 전문입니다.',
  ],
  ['samgakji_lab', '라준영', 'ko', '삼각지 골목의 작은 시제품실. 단단한 소재를 오래 다뤄 왔습니다.'],
  ['hyehwa_models', '마은채', 'ko', '혜화동에서 건축 모형을 만듭니다. 얇은 벽과 긴 다리를 좋아해요.'],
  ['singil_resin', '피지호', 'ko', '신길동에서 레진 프린터를 돌립니다. 세척과 경화까지 꼼꼼하게.'],
  ['pixel_mori', '모리 켄지', 'ja', '大阪から釜山へ。ブラウザゲームと小さな電子工作が好きです。'],
  ['tanaka_works', '田中 美咲', 'ja', '東京・蔵前の小さな工房。歯車と時計じかけをつくっています。'],
  ['sato_denshi', '佐藤 健', 'ja', '名古屋の電子工作好き。古い計器を新しい部品で動かします。'],
  [
    'bench_emma',
    'Emma Clarke',
    'en',
    'Mechanical engineer in Bristol. I publish the jigs I wish I had found.',
  ],
  ['leo_makes', 'Leo Martins', 'en', 'Lisbon. Fablab volunteer, gear enjoyer, owner of too many calipers.'],
  ['nora_ml', 'Nora Lindqvist', 'en', 'Tiny machine learning on things with batteries. Malmo, Sweden.'],
];

/** People who state their city. */
const regions: Partial<Record<DemoUser['region'], string[]>> = {
  seoul: [
    'seongsu_layer',
    'euljiro_pcb',
    'mullae_lathe',
    'guro_cnc',
    'yeonnam_wood',
    'yongsan_fix',
    'yeoksam_proto',
    'munjeong_drone',
    'sewoon_maker',
    'changsin_sew',
    'gasan_smt',
    'gongneung_lab',
    'hongdae_prints',
    'samgakji_lab',
    'hyehwa_models',
    'singil_resin',
  ],
  busan: ['sasang_weld', 'haeundae_resin', 'jeonpo_craft', 'yeongdo_boat', 'noksan_mold', 'pixel_mori'],
  incheon: ['namdong_sheet', 'bupyeong_print', 'songdo_ai', 'juan_motor'],
  daejeon: ['yuseong_robot', 'daehwa_tool', 'eunhaeng_studio'],
  daegu: ['chimsan_textile', 'seongseo_gear', 'bukseong_iron'],
  gwangju: ['chungjang_art', 'hanam_press'],
  ulsan: ['samsan_elec', 'hyomun_auto'],
  sejong: ['naseong_kit', 'jochiwon_farm'],
};

function regionOf(username: string): DemoUser['region'] {
  const found = Object.entries(regions).find(([, usernames]) => usernames.includes(username));
  return (found?.[0] ?? '') as DemoUser['region'];
}

export const demoUsers: DemoUser[] = rows.map(([username, fullName, locale, bio]) => ({
  username,
  fullName,
  email: `${username.replaceAll('_', '.')}@example.com`,
  locale,
  bio,
  // People who moved here speak both languages.
  languages: regionOf(username) !== '' && locale !== 'ko' ? [locale, 'ko'] : [locale],
  region: regionOf(username),
}));

/** Password of every demo person; the start prints it. */
export const demoPassword = 'gongbang-demo-2026';

/** Three people to sign in as: a Korean, an English and a Japanese writer. */
export const demoSignIns = locales.map((locale) => {
  const user = demoUsers.find((each) => each.locale === locale);
  if (!user) throw new Error(`demo: nobody writes ${locale}`);
  return user.email;
});
