-- What lets a search go beyond the words as they were typed: read and explained in
-- src/features/search/server/understanding.ts.

-- Every word of the published texts, with what it is found by when it is typed another way.
create table search_word (
  word text collate "C" primary key,
  -- Hangul as key strokes, kana as hiragana without long vowels: words that sound the same share it.
  key text collate "C" not null,
  -- First consonants: ㄷㄹ of 드론; empty without Hangul.
  initials text collate "C" not null,
  -- Numbers of the key and of everything that one left-out stroke makes of it.
  typos integer[] not null,
  -- How much the word stands out: the texts that have it, those with it in title or tags counted more often.
  weight bigint not null
);
create index search_word_key on search_word (key, weight);
create index search_word_initials on search_word (initials, weight) where initials <> '';
create index search_word_typos on search_word using gin (typos) with (fastupdate = off);
create index search_word_weight on search_word (weight desc, word);

-- What publishing, changing and hiding did to the weights. Only added to, so that nobody waits for the row of a
-- frequent word; a job folds it into search_word.
create table search_word_change (
  word text collate "C" not null,
  change bigint not null
);

-- Words of one meaning, in whatever language; folded.
create table search_synonym (
  id uuid primary key default uuidv7(),
  words text[] not null check (cardinality(words) between 2 and 20),
  created_at timestamptz not null default now()
);
create index search_synonym_words on search_synonym using gin (words);
-- The groups are a set: what is given twice is there once.
create unique index search_synonym_same on search_synonym (words);

-- Searches by hour, term and language of the reader: no person, address or session. Written in batches.
create table search_statistic (
  hour timestamptz not null,
  -- Folded; empty for what might tell of a person, and where there were too many different ones.
  term text collate "C" not null,
  language text not null check (language in ('ko', 'en', 'ja')),
  searches bigint not null,
  cache_hits bigint not null,
  -- Of the last search: what was shown, and what of it contains the term as it was typed.
  results bigint not null,
  exact_results bigint not null,
  total_ms double precision not null,
  min_ms double precision not null,
  max_ms double precision not null,
  counted_at timestamptz not null,
  primary key (hour, term, language)
);

insert into search_synonym (words) values
  (array['볼트', 'bolt', 'ボルト']),
  (array['너트', 'nut', 'ナット']),
  (array['나사', '스크루', '스크류', 'screw', 'ねじ', 'ネジ', '螺子']),
  (array['와셔', 'washer', 'ワッシャー', '座金']),
  (array['베어링', 'bearing', 'ベアリング', '軸受']),
  (array['기어', '톱니바퀴', '톱니', 'gear', '歯車', 'ギア', 'ギヤ']),
  (array['유성기어', '유성 기어', 'planetary gear', '遊星歯車']),
  (array['감속기', 'reducer', 'gearbox', '減速機']),
  (array['스프링', '용수철', 'spring', 'ばね', 'バネ', 'スプリング']),
  (array['경첩', '힌지', 'hinge', '蝶番', 'ヒンジ']),
  (array['브래킷', '브라켓', '까치발', 'bracket', 'ブラケット']),
  (array['클램프', 'clamp', 'クランプ']),
  (array['손잡이', '노브', 'knob', 'handle', 'ノブ', '取っ手']),
  (array['드론', '멀티콥터', '쿼드콥터', 'drone', 'quadcopter', 'ドローン']),
  (array['로봇', 'robot', 'ロボット']),
  (array['모터', '전동기', 'motor', 'モーター', 'モータ']),
  (array['프로펠러', '프롭', 'propeller', 'prop', 'プロペラ']),
  (array['배터리', '건전지', '전지', 'battery', 'バッテリー', '電池']),
  (array['센서', '감지기', 'sensor', 'センサー', 'センサ']),
  (array['아두이노', 'arduino', 'アルドゥイーノ']),
  (array['라즈베리파이', '라즈베리 파이', 'raspberry pi', 'ラズベリーパイ', 'ラズパイ']),
  (array['저항', '저항기', 'resistor', '抵抗']),
  (array['콘덴서', '커패시터', 'capacitor', 'コンデンサ', 'コンデンサー']),
  (array['회로', 'circuit', '回路']),
  (array['기판', '인쇄회로기판', 'pcb', 'circuit board', '基板', 'プリント基板']),
  (array['납땜', '솔더링', 'solder', 'soldering', 'はんだ', 'はんだ付け', 'ハンダ']),
  (array['릴레이', '계전기', 'relay', 'リレー']),
  (array['스위치', 'switch', 'スイッチ']),
  (array['버튼', '단추', 'button', 'ボタン']),
  (array['전원', '파워 서플라이', 'power supply', '電源']),
  (array['앰프', '증폭기', 'amplifier', 'amp', 'アンプ']),
  (array['스피커', 'speaker', 'スピーカー']),
  (array['발광다이오드', 'led', '発光ダイオード']),
  (array['키보드', '자판', 'keyboard', 'キーボード']),
  (array['키캡', 'keycap', 'キーキャップ']),
  (array['3d프린터', '3d 프린터', '3d printer', '3dプリンター', '3dプリンタ', '삼디프린터']),
  (array['3d프린팅', '3d 프린팅', '3d 출력', '3d printing', '3dプリント', '3d印刷']),
  (array['출력', '프린트', '인쇄', 'print', 'プリント', '印刷']),
  (array['필라멘트', 'filament', 'フィラメント']),
  (array['레진', '수지', 'resin', 'レジン']),
  (array['노즐', 'nozzle', 'ノズル']),
  (array['슬라이서', 'slicer', 'スライサー']),
  (array['펌웨어', 'firmware', 'ファームウェア']),
  (array['레이저', 'laser', 'レーザー', 'レーザ']),
  (array['레이저커팅', '레이저 커팅', '레이저 절단', 'laser cutting', 'レーザーカット', 'レーザー加工']),
  (array['목공', '나무 작업', 'woodworking', '木工']),
  (array['나무', '목재', 'wood', '木材', '木']),
  (array['합판', 'plywood', '合板', 'ベニヤ']),
  (array['금속', '쇠', 'metal', '金属']),
  (array['용접', 'welding', '溶接']),
  (array['화분', '플랜터', 'planter', 'flowerpot', 'pot', '植木鉢', 'プランター']),
  (array['꽃병', '화병', 'vase', '花瓶']),
  (array['식물', 'plant', '植物']),
  (array['상자', '박스', 'box', '箱', 'ボックス']),
  (array['서랍', 'drawer', '引き出し']),
  (array['선반', 'shelf', '棚']),
  (array['수납', '정리함', 'organizer', 'organiser', 'storage', '収納']),
  (array['거치대', '스탠드', 'stand', 'holder', 'スタンド']),
  (array['휴대폰', '핸드폰', '스마트폰', 'phone', 'smartphone', 'スマホ', 'スマートフォン']),
  (array['케이블', '전선', 'cable', 'wire', 'ケーブル']),
  (array['책상', '데스크', 'desk', '机', 'デスク']),
  (array['시계', 'clock', 'watch', '時計']),
  (array['온도', 'temperature', '温度']),
  (array['습도', 'humidity', '湿度']),
  (array['장난감', '완구', 'toy', 'おもちゃ', '玩具']),
  (array['주사위', 'dice', 'die', 'サイコロ', 'ダイス']),
  (array['체스', 'chess', 'チェス']),
  (array['팽이', 'spinning top', 'コマ', '独楽']),
  (array['퍼즐', 'puzzle', 'パズル']),
  (array['게임', 'game', 'ゲーム']),
  (array['미로', 'maze', '迷路']),
  (array['쿠키', '과자', 'cookie', 'クッキー']),
  (array['계산기', 'calculator', '計算機', '電卓']),
  (array['뷰어', 'viewer', 'ビューアー', 'ビューア']),
  (array['알림', '알람', 'notifier', 'notification', 'alarm', 'お知らせ', '通知', 'アラーム']),
  (array['부품표', '부품 목록', 'bom', 'bill of materials', '部品表']),
  (array['부품', 'part', 'parts', 'component', '部品']),
  (array['설계', '설계도', '도면', 'design', 'drawing', '設計', '図面']),
  (array['인공지능', 'ai', '人工知能']),
  (array['기계학습', '머신러닝', 'machine learning', '機械学習']),
  (array['예측', 'prediction', 'predictor', 'estimator', '予測']),
  (array['분류', '분류기', 'classifier', 'classification', '分類']),
  (array['아이콘', 'icon', 'アイコン']),
  (array['배경화면', '월페이퍼', 'wallpaper', '壁紙']),
  (array['점검표', '체크리스트', 'checklist', 'チェックリスト']),
  (array['안내서', '가이드', '설명서', 'guide', 'manual', 'ガイド', '説明書']),
  (array['안전', 'safety', '安全']),
  (array['라벨', '이름표', 'label', 'ラベル']),
  (array['교육', '수업', 'education', 'class', '教育', '授業']),
  (array['라인트레이서', 'line follower', 'line-follower', 'ライントレース', 'ライントレーサー']),
  (array['타자', '타이핑', 'typing', 'タイピング']);
-- As commands write them: the same words in another order are the same group.
update search_synonym set words = array(select word from unnest(words) as word order by word collate "C");
