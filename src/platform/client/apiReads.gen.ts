// What reads of the API answer, by openapi-typescript from the API's document. Written by node scripts/check-api.mjs --write.

export interface components {
    schemas: {
        About: {
            mode: "retrieval" | "model";
            model: string | null;
            needsLogin: boolean;
            budget: {
                tokens: number;
                used: number;
                resetsAt: components["schemas"]["DateTime"];
            } | null;
            documents: {
                most: number;
                mb: number;
                extensions: string[];
            };
        };
        Action: {
            id: components["schemas"]["Uuid"];
            tool: "find_part" | "search_resources" | "estimate_print" | "find_engineer" | "open_support" | "propose_fix";
            about: string;
            needsPlace: boolean;
            isDone: boolean;
            fix: {
                step: number;
                text: string;
                reason: string;
            } | null;
        };
        Ad: {
            id: components["schemas"]["Uuid"];
            kind: "house" | "sponsor";
            title: string;
            text: string;
            url: string;
            language: "ko" | "en" | "ja";
            picture: components["schemas"]["Picture"] | null;
        };
        AdPlaces: {
            open: components["schemas"]["SettingValue"][];
            adsense: {
                client: string;
                units: {
                    content_end?: string;
                    sidebar_bottom?: string;
                    sidebar_top?: string;
                    in_page?: string;
                    native_25?: string;
                    native_50?: string;
                    native_75?: string;
                };
                isTest: boolean;
                script: string;
            } | null;
        };
        Address: {
            name: string;
            phone: string;
            postcode: string;
            address: string;
            note: string;
        };
        AdjustedOrder: {
            id: components["schemas"]["Uuid"];
            number: string;
            title: string;
            total: number;
            buyer: string;
            provider: string;
        };
        Adjustment: {
            id: components["schemas"]["Uuid"];
            kind: components["schemas"]["AdjustmentKind"];
            orderId: components["schemas"]["Uuid"];
            order: components["schemas"]["AdjustedOrder"];
            amount: number | null;
            owed: number | null;
            lines: components["schemas"]["AdjustmentLine"][];
            commandId: string | null;
            state: "proposed" | "applied" | "refused";
            proposedBy: components["schemas"]["AuditEntryActor"];
            reason: string;
            proposedAt: components["schemas"]["DateTime"];
            decidedBy: components["schemas"]["AuditEntryActor"] | null;
            decisionReason: string | null;
            decidedAt: components["schemas"]["DateTime"] | null;
            before: components["schemas"]["FindingDetail"];
            after: components["schemas"]["FindingDetail"];
            can: ("approve" | "refuse")[];
        };
        AdjustmentKind: "release_early" | "goodwill" | "reversal";
        AdjustmentLine: {
            account: string;
            amount: number;
        };
        AdminPerson: {
            id: components["schemas"]["Uuid"];
            username: string;
            fullName: string;
            email: string;
            role: components["schemas"]["CurrentUserRole"];
            isAdmin: boolean;
            isProvider: boolean;
            phoneVerified: boolean;
            bankRegistered: boolean;
            suspended: boolean;
            suspendedUntil: components["schemas"]["DateTime"] | null;
            createdAt: components["schemas"]["DateTime"];
        };
        Amounts: {
            principal: number;
            fee: number;
            total: number;
            currency: string;
        };
        Answer: {
            text: string;
            version: number;
            isAnonymous: boolean;
            proposedBy: "asker" | "helper";
            agreed: {
                asker: boolean;
                helper: boolean;
            };
            publishedPath: string | null;
        };
        ArchiveContents: {
            total: number;
            entries: components["schemas"]["DocumentFile"][];
            readme: string | null;
        };
        AskedRecipient: {
            kind: "house" | "resource" | "person";
            title: string | null;
            name: string | null;
            username: string | null;
            path: string | null;
            obstacle: components["schemas"]["TenderObstacle"] | null;
        };
        AssistantConversation: {
            id: components["schemas"]["Uuid"];
            title: string;
            source: components["schemas"]["Source"] | null;
            version: number | null;
            newer: {
                version: number;
                changedSteps: number;
            } | null;
            isGone: boolean;
            progress: components["schemas"]["AssistantProgress"];
            mode: "retrieval" | "model";
            messages: components["schemas"]["AssistantMessage"][];
            createdAt: components["schemas"]["DateTime"];
        };
        AssistantMessage: {
            id: components["schemas"]["Uuid"];
            seq: number;
            role: "user" | "assistant";
            text: string;
            citations: components["schemas"]["Citation"][];
            sentences: components["schemas"]["Sentence"][];
            handoffs: components["schemas"]["Handoff"][];
            safety: components["schemas"]["Safety"][];
            actions: components["schemas"]["Action"][];
            found: components["schemas"]["Found"][] | null;
            declined: boolean;
            mode: ("retrieval" | "model" | "tool") | null;
            voided: ("model_failed" | "model_slow" | "over_budget" | "not_grounded") | null;
            droppedSentences: number;
            state: "writing" | "complete" | "stopped";
            clientId: string | null;
            replyTo: components["schemas"]["Uuid"] | null;
            createdAt: components["schemas"]["DateTime"];
        };
        AssistantProgress: {
            step: number;
            doneSteps: number[];
            checkedParts: number[];
        };
        Attachment: {
            id: components["schemas"]["Uuid"];
            name: string;
            size: number;
            mediaType: string;
            sha256: string;
            url: string;
            picture: {
                width: number;
                height: number;
                widths: number[];
                placeholder: string | null;
            } | null;
        };
        AuctionCard: {
            id: components["schemas"]["Uuid"];
            state: components["schemas"]["AuctionState"];
            lotKind: "thing" | "capacity" | "licence";
            category: components["schemas"]["Category"];
            title: string;
            language: "ko" | "en" | "ja";
            image: components["schemas"]["Image"] | null;
            price: number | null;
            total: number | null;
            hasBids: boolean;
            bidCount: number;
            bidderCount: number;
            isReserveMet: boolean;
            hasReserve: boolean;
            buyNowPrice: number | null;
            startsAt: components["schemas"]["DateTime"] | null;
            endsAt: components["schemas"]["DateTime"] | null;
            seller: components["schemas"]["AuctionSeller"];
            mine: components["schemas"]["Mine"] | null;
            isWatched: boolean;
        };
        AuctionDetail: {
            id: components["schemas"]["Uuid"];
            state: components["schemas"]["AuctionState"];
            lotKind: "thing" | "capacity" | "licence";
            category: components["schemas"]["Category"];
            title: string;
            language: "ko" | "en" | "ja";
            price: number | null;
            total: number | null;
            hasBids: boolean;
            bidCount: number;
            bidderCount: number;
            isReserveMet: boolean;
            hasReserve: boolean;
            buyNowPrice: number | null;
            startsAt: components["schemas"]["DateTime"] | null;
            endsAt: components["schemas"]["DateTime"] | null;
            seller: components["schemas"]["AuctionSeller"];
            mine: components["schemas"]["Mine"] | null;
            isWatched: boolean;
            version: number;
            description: string;
            condition: ("new" | "like_new" | "used" | "for_parts") | null;
            conditionNote: string;
            service: components["schemas"]["ReviewService"] | null;
            resource: components["schemas"]["ReviewService"] | null;
            capacity: {
                from: string;
                until: string;
                hours: number;
            } | null;
            licenceTerms: string;
            delivery: ("ship" | "pickup" | "digital")[];
            shippingFee: number;
            handover: string;
            images: components["schemas"]["Image"][];
            startPrice: number | null;
            reservePrice: number | null;
            publishedEnd: components["schemas"]["DateTime"] | null;
            durationMinutes: number;
            softCloseMinutes: number;
            payHours: number;
            increments: components["schemas"]["Increment"][];
            minimumBid: number | null;
            feePercent: number;
            feeBearer: "buyer" | "provider";
            leader: components["schemas"]["Leader"] | null;
            winner: number | null;
            winnerPrice: number | null;
            cancelReason: string | null;
            relistedFrom: components["schemas"]["Uuid"] | null;
            log: components["schemas"]["LogRow"][];
            eventSeq: number;
            serverTime: components["schemas"]["DateTime"];
            me: {
                number: number | null;
                maximum: number | null;
                can: ("edit" | "publish" | "withdraw" | "cancel" | "bid" | "buy" | "pay" | "offer" | "give_up" | "consent" | "refuse_offer" | "relist" | "void")[];
                obstacle: {
                    code: string;
                    message: string;
                    path: string | null;
                } | null;
                payBy: components["schemas"]["DateTime"] | null;
                orderId: components["schemas"]["Uuid"] | null;
                decideBy: components["schemas"]["DateTime"] | null;
                isArranged: boolean;
                hasStrike: boolean;
                offer: {
                    price: number;
                    total: number;
                    until: components["schemas"]["DateTime"];
                } | null;
                nextOffer: {
                    bidder: number;
                    price: number;
                } | null;
            } | null;
        };
        AuctionLog: {
            id: components["schemas"]["Uuid"];
            title: string;
            state: components["schemas"]["AuctionState"];
            terms: {
                version: 1 | 2;
                startPrice: number;
                buyNowPrice: number | null;
                offers: number;
                reservePrice: number | null;
                reserveSalt: string | null;
                reserveCommitment: string | null;
                startsAt: components["schemas"]["DateTime"];
                endsAt: components["schemas"]["DateTime"];
                softCloseMinutes: number;
                increments: components["schemas"]["Increment"][];
            };
            rows: {
                sequence: number;
                at: components["schemas"]["DateTime"];
                kind: components["schemas"]["LogRowKind"];
                bidder: number | null;
                voided: number | null;
                reason: string | null;
                price: number | null;
                leader: number | null;
                isReserveMet: boolean;
                endsAt: components["schemas"]["DateTime"];
                commitment: string | null;
                hash: string;
                maximum: number | null;
                salt: string | null;
                signature: components["schemas"]["CreateResourceMetadata"] | null;
            }[];
            winner: number | null;
            winnerPrice: number | null;
        };
        AuctionSeller: {
            username: string;
            fullName: string;
        };
        AuctionState: "draft" | "scheduled" | "live" | "ended" | "awaiting_payment" | "second_offer" | "sold" | "unsold" | "cancelled";
        AuditEntry: {
            id: components["schemas"]["Uuid"];
            actor: components["schemas"]["AuditEntryActor"];
            action: string;
            target: {
                type: string;
                id: components["schemas"]["Uuid"];
                name: string | null;
                person: {
                    fullName: string;
                    username: string;
                } | null;
            };
            reason: string;
            before: components["schemas"]["FindingDetail"];
            after: components["schemas"]["FindingDetail"];
            at: components["schemas"]["DateTime"];
            undoes: components["schemas"]["Uuid"] | null;
            isUndone: boolean;
            canUndo: boolean;
        };
        AuditEntryActor: {
            id: components["schemas"]["Uuid"];
            username: string;
        };
        Author: {
            id: components["schemas"]["Uuid"];
            username: string;
            fullName: string;
            avatarUrl: string | null;
            isStaff: boolean;
        };
        BankAccount: {
            bankCode: string;
            lastDigits: string;
            holder: string;
            checked: boolean;
            registeredAt: components["schemas"]["DateTime"];
            payoutsHeldUntil: components["schemas"]["DateTime"] | null;
        };
        BannedWord: {
            id: components["schemas"]["Uuid"];
            word: string;
            createdAt: components["schemas"]["DateTime"];
        };
        Banner: {
            id: components["schemas"]["Uuid"];
            kind: "house" | "sponsor";
            title: string;
            text: string;
            url: string;
            language: "ko" | "en" | "ja";
            picture: components["schemas"]["Picture"] | null;
            sponsorshipId: components["schemas"]["Uuid"] | null;
            state: components["schemas"]["BannerState"];
            standing: components["schemas"]["Standing"];
            startsOn: components["schemas"]["CalendarDate"];
            endsOn: components["schemas"]["CalendarDate"] | null;
            createdAt: components["schemas"]["DateTime"];
            views: number;
            clicks: number;
        };
        BannerState: "waiting" | "shown" | "refused" | "ended";
        Because: "hold" | "first_orders" | "account_changed" | "claim" | "failed" | "frozen" | "no_account" | "too_little" | "next_run" | "on_its_way";
        Bidder: {
            id: components["schemas"]["Uuid"];
            username: string;
            fullName: string;
            isSuspended: boolean;
            strikes: {
                id: components["schemas"]["Uuid"];
                cause: "unpaid" | "cancelled" | "reversed";
                auction: components["schemas"]["ReviewService"];
                at: components["schemas"]["DateTime"];
                liftedAt: components["schemas"]["DateTime"] | null;
            }[];
            household: components["schemas"]["OrderBuyer"][];
        };
        BookMonth: {
            month: string;
            income: number;
            passedOn: number;
            vat: number;
            gatewayFees: number;
            spending: number;
        };
        Books: {
            currency: string;
            months: components["schemas"]["BookMonth"][];
            spendings: components["schemas"]["Spending"][];
            left: number;
        };
        Calendar: {
            closedWeekdays: number[];
            holidays: {
                from: components["schemas"]["CalendarDate"];
                to: components["schemas"]["CalendarDate"];
                note: string;
            }[];
            jobsPerDay: number;
        };
        CalendarDate: string;
        Call: {
            channelId: components["schemas"]["Uuid"];
            slug: string;
            name: string;
            people: components["schemas"]["CallPerson"][];
            seats: number;
            can: {
                join: boolean;
                moderate: boolean;
                invite: boolean;
            };
        };
        CallPerson: {
            peerId: components["schemas"]["Uuid"];
            name: string;
            username: string | null;
            avatarUrl: string | null;
            isGuest: boolean;
            isMuted: boolean;
            hasVideo: boolean;
            handRaised: boolean;
        };
        Card: {
            kind: "resource" | "service";
            id: components["schemas"]["Uuid"];
            title: string;
            path: string;
        };
        Category: "machines" | "tools" | "materials" | "parts" | "electronics" | "works" | "capacity" | "licences" | "other";
        Channel: {
            id: components["schemas"]["Uuid"];
            slug: string;
            name: string;
            names: components["schemas"]["ChannelNames"];
            descriptions: components["schemas"]["ChannelNames"];
            kind: components["schemas"]["ChannelKind"];
            state: "open" | "archived";
            slowSeconds: number;
            lastSeq: number;
            lastMessageAt: components["schemas"]["DateTime"] | null;
            eventSeq: number;
            readSeq: number;
            unread: number;
            mentions: number;
            can: {
                write: boolean;
                moderate: boolean;
                pin: boolean;
                mentionEveryone: boolean;
                translate: boolean;
            };
            obstacle: {
                code: string;
                message: string;
                until: components["schemas"]["DateTime"] | null;
            } | null;
            members: components["schemas"]["WaitingAsker"][] | null;
        };
        ChannelKind: "announcements" | "introductions" | "questions" | "text" | "voice" | "inquiry" | "support";
        ChannelNames: {
            ko: string;
            en: string;
            ja: string;
        };
        Citation: {
            step?: number;
            part?: number;
            page?: number;
            comment?: components["schemas"]["Uuid"];
            answer?: components["schemas"]["Uuid"];
            file?: components["schemas"]["Uuid"];
            about?: true;
            title: string;
            quote: string;
            url: string;
        };
        City: "seoul" | "busan" | "incheon" | "daejeon" | "daegu" | "gwangju" | "ulsan" | "sejong";
        Collection: {
            id: components["schemas"]["Uuid"];
            title: string;
            description: string;
            isPublic: boolean;
            isHidden: boolean;
            itemCount: number;
            imageUrl: string | null;
            updatedAt: components["schemas"]["DateTime"];
        };
        CollectionDetail: {
            id: components["schemas"]["Uuid"];
            title: string;
            description: string;
            isPublic: boolean;
            isHidden: boolean;
            itemCount: number;
            imageUrl: string | null;
            updatedAt: components["schemas"]["DateTime"];
            owner: components["schemas"]["MakeAuthor"];
            can: {
                edit: boolean;
            };
        };
        CollectionItem: {
            resourceId: components["schemas"]["Uuid"];
            note: string;
            addedAt: components["schemas"]["DateTime"];
            resource: components["schemas"]["ResourceCard"] | null;
        };
        Comment: {
            id: components["schemas"]["Uuid"];
            text: string;
            author: components["schemas"]["MakeAuthor"] | null;
            byOwner: boolean;
            createdAt: components["schemas"]["DateTime"];
            editedAt: components["schemas"]["DateTime"] | null;
            step: number | null;
            support: components["schemas"]["Support"] | null;
            can: components["schemas"]["MakeCan"];
            replies: components["schemas"]["Reply"][];
        };
        Completion: {
            service: "kakao" | "naver" | "line" | "google";
            fullName: string;
            email: string | null;
            next: string;
        };
        Consents: {
            version: string;
            due: boolean;
            consents: {
                kind: "terms" | "privacy" | "age_14" | "marketing" | "night_marketing";
                given: boolean;
                version: string | null;
                decidedAt: components["schemas"]["DateTime"] | null;
            }[];
        };
        Contribution: {
            id: components["schemas"]["Uuid"];
            sponsorshipId: components["schemas"]["Uuid"];
            state: "open" | "paid" | "kept" | "expired" | "refunded" | "reversed";
            amount: number;
            currency: string;
            createdAt: components["schemas"]["DateTime"];
            expiresAt: components["schemas"]["DateTime"];
            paidAt: components["schemas"]["DateTime"] | null;
            withdrawableUntil: components["schemas"]["DateTime"] | null;
            canWithdraw: boolean;
            endedAt: components["schemas"]["DateTime"] | null;
            payment: {
                state: string;
                method: string | null;
                receiptUrl: string | null;
            } | null;
        };
        Conversation: {
            id: components["schemas"]["Uuid"];
            subject: string;
            slug: string;
            name: string;
            kind: "inquiry";
            serviceId: components["schemas"]["Uuid"] | null;
            orderId: components["schemas"]["Uuid"] | null;
            resourceId: components["schemas"]["Uuid"] | null;
            role: "customer" | "provider";
            other: components["schemas"]["MakeAuthor"] | null;
            lastMessage: components["schemas"]["LastMessage"];
            lastSeq: number;
            unread: number;
            otherReadSeq: number;
            waitingSince: components["schemas"]["DateTime"] | null;
            answerBy: components["schemas"]["DateTime"] | null;
            can: components["schemas"]["InquiryCan"];
        };
        ConversationDetail: {
            id: components["schemas"]["Uuid"];
            subject: string;
            slug: string;
            name: string;
            kind: "inquiry";
            serviceId: components["schemas"]["Uuid"] | null;
            orderId: components["schemas"]["Uuid"] | null;
            resourceId: components["schemas"]["Uuid"] | null;
            role: "customer" | "provider";
            other: components["schemas"]["MakeAuthor"] | null;
            lastMessage: components["schemas"]["LastMessage"];
            lastSeq: number;
            unread: number;
            otherReadSeq: number;
            waitingSince: components["schemas"]["DateTime"] | null;
            answerBy: components["schemas"]["DateTime"] | null;
            can: components["schemas"]["InquiryCan"];
            messages: components["schemas"]["ConversationsMessage"][];
        };
        ConversationRow: {
            id: components["schemas"]["Uuid"];
            title: string;
            source: components["schemas"]["Source"] | null;
            steps: number;
            doneSteps: number;
            updatedAt: components["schemas"]["DateTime"];
        };
        ConversationsMessage: {
            id: components["schemas"]["Uuid"];
            seq: number;
            clientId: string | null;
            mine: boolean;
            author: components["schemas"]["MakeAuthor"] | null;
            text: string;
            createdAt: components["schemas"]["DateTime"];
        };
        CreateOrderWhole: {
            id: components["schemas"]["Uuid"];
            number: string;
            title: string;
            state: components["schemas"]["OrderState"];
            amounts: components["schemas"]["Amounts"];
            isFree: boolean;
        };
        CreateResourceMetadata: {
            key: string;
            value: string;
        };
        CurrentUser: {
            id: components["schemas"]["Uuid"];
            username: string;
            fullName: string;
            email: string;
            isAdmin: boolean;
            role: components["schemas"]["CurrentUserRole"];
            locale: "ko" | "en" | "ja";
            phoneVerified: boolean;
            bankRegistered: boolean;
            avatarUrl: string | null;
            consentsDue: boolean;
            withdrawsAt: components["schemas"]["DateTime"] | null;
            acting?: {
                by: string;
                until: components["schemas"]["DateTime"];
            };
        };
        CurrentUserRole: "user" | "support" | "finance" | "admin";
        DataExport: {
            state: "none" | "preparing" | "ready";
            requestedAt: components["schemas"]["DateTime"] | null;
            expiresAt: components["schemas"]["DateTime"] | null;
            size: number | null;
        };
        DateTime: string;
        DaysOff: {
            weekly: number;
            holidays: number;
        };
        Deposit: {
            bankCode: string;
            accountNumber: string;
            holder: string;
            dueAt: components["schemas"]["DateTime"] | null;
            page?: string;
        };
        Document: {
            id: components["schemas"]["Uuid"];
            title: string;
            files: components["schemas"]["DocumentFile"][];
            state: components["schemas"]["DocumentState"];
            pagesRead: number;
            pages: number | null;
            problem: {
                code: "damaged" | "encrypted" | "empty" | "bomb" | "too_many_pages" | "too_much_text" | "too_slow" | "failed";
                file: string | null;
                message: string;
            } | null;
            hasText: boolean;
            createdAt: components["schemas"]["DateTime"];
        };
        DocumentFile: {
            name: string;
            size: number;
        };
        DocumentState: "waiting" | "reading" | "ready" | "refused";
        DownloadCheck: {
            success: boolean;
            useRedirect: boolean;
            downloadUrl: string | null;
        };
        Earnings: {
            held: number;
            payable: number;
            onItsWay: number;
            paidOut: number;
            debt: number;
            currency: string;
            upcoming: {
                payableOn: components["schemas"]["DateTime"] | null;
                because: components["schemas"]["Because"];
                holdDays: components["schemas"]["SavesRevision"] | null;
                orderId: components["schemas"]["Uuid"];
                title: string;
                amount: number;
            }[];
            months: {
                month: string;
                earned: number;
                paidOut: number;
                orders: number;
            }[];
        };
        Edit: {
            text: string;
            title: string | null;
            at: components["schemas"]["DateTime"];
        };
        EditInputState: "draft" | "active" | "paused" | "hidden";
        Engineer: {
            kind: "volunteer";
            person: components["schemas"]["WaitingAsker"];
            languages: string[];
            isAvailable: boolean;
            solved: number;
            skills: components["schemas"]["VolunteerSkill"][];
            tags: string[];
            bio: string;
            city: components["schemas"]["City"] | null;
        } | {
            kind: "paid";
            person: components["schemas"]["WaitingAsker"];
            languages: string[];
            isAvailable: boolean;
            solved: number;
            specializations: string[];
            service: components["schemas"]["ServiceCard"];
        };
        Facets: {
            licenses: components["schemas"]["FacetsLicense"][];
            fileTypes: components["schemas"]["FacetsLicense"][];
        };
        FacetsLicense: {
            value: string;
            count: number;
        };
        Finding: {
            id: components["schemas"]["Uuid"];
            invariant: components["schemas"]["FindingInvariant"];
            subject: string;
            orderId: components["schemas"]["Uuid"] | null;
            refundId: components["schemas"]["Uuid"] | null;
            payoutId: components["schemas"]["Uuid"] | null;
            number: string | null;
            detail: components["schemas"]["FindingDetail"];
            foundAt: components["schemas"]["DateTime"];
            resolvedAt: components["schemas"]["DateTime"] | null;
            resolvedBy: components["schemas"]["AuditEntryActor"] | null;
            resolution: string | null;
        };
        FindingDetail: {
            [key: string]: unknown;
        };
        FindingInvariant: "I1" | "I2" | "I3" | "I4" | "I5" | "I6" | "I7" | "I8" | "I10" | "currency" | "gateway" | "late_payout" | "payout" | "refund" | "reversed" | "ruling" | "settlement" | "unknown";
        Followed: {
            username: string;
            fullName: string;
            avatarUrl: string | null;
            resourceCount: number;
            since: components["schemas"]["DateTime"];
        };
        Follows: {
            followerCount: number;
            following: boolean;
        };
        Found: {
            title: string;
            detail: string;
            path: string | null;
            url: string | null;
        };
        FoundMessage: {
            message: components["schemas"]["Message"];
            channel: {
                id: components["schemas"]["Uuid"];
                slug: string;
                name: string;
                kind: components["schemas"]["ChannelKind"];
            };
        };
        Game: {
            id: components["schemas"]["Uuid"];
            title: string;
            description: string;
            language: "ko" | "en" | "ja";
            translations: components["schemas"]["GameTranslations"];
            author: string;
            controls: string;
            isPublic: boolean;
            createdAt: string;
            updatedAt: string;
            play: {
                kind: "swf" | "html5";
                frameUrl: string;
            } | null;
        };
        GameTranslations: {
            ko?: components["schemas"]["GameTranslationsKo"];
            en?: components["schemas"]["GameTranslationsKo"];
            ja?: components["schemas"]["GameTranslationsKo"];
        };
        GameTranslationsKo: {
            title?: string;
            description?: string;
        };
        GetAdminStatsUser: {
            day: string;
            value: number;
        };
        GetServiceOfferTerms: {
            version: string;
            words: string;
        };
        Guide: {
            source: components["schemas"]["Source"];
            version: number | null;
            language: "ko" | "en" | "ja";
            parts: components["schemas"]["GuidePart"][];
            steps: components["schemas"]["GuideStep"][];
            models: {
                fileId: components["schemas"]["Uuid"];
                name: string;
                url: string;
                size: number;
                triangles: number;
            }[];
            pages: number;
            safety: components["schemas"]["Safety"][];
        };
        GuidePart: {
            number: number;
            name: string;
            quantity: number | null;
            partNumber: string | null;
            url: string | null;
            substitute: string | null;
        };
        GuideStep: {
            number: number;
            title: string;
            text: string;
            minutes: number | null;
            tools: string[];
            warning: string | null;
            picture: {
                url: string;
                width: number | null;
                height: number | null;
            } | null;
            page: number | null;
            parts: number[];
            safety: components["schemas"]["Safety"][];
        };
        Handoff: {
            kind: "author" | "community" | "engineers" | "support" | "print_shop" | "resource" | "login";
            path: string;
            title: string | null;
        };
        Health: {
            status: string;
        };
        Image: {
            id: components["schemas"]["Uuid"];
            alt: string;
            width: number;
            height: number;
            widths: number[];
        };
        Increment: {
            below: number;
            by: number;
        };
        InquiryCan: {
            write: boolean;
            settle: boolean;
        };
        Language: "ko" | "en" | "ja" | "zh" | "vi" | "th" | "id" | "ne" | "km" | "mn" | "uz" | "ru" | "es" | "fr" | "de";
        LastMessage: {
            text: string;
            mine: boolean;
            createdAt: components["schemas"]["DateTime"];
        };
        Leader: "you" | number;
        Likes: {
            likeCount: number;
            liked: boolean;
        };
        Line: {
            code: "start" | "material" | "hours" | "units" | "loads" | "discount" | "minimum";
            label: string;
            count: number;
            each: number | null;
            amount: number;
        };
        LinkState: {
            name: string;
            isUsed: boolean;
        };
        LogEntry: {
            id: components["schemas"]["Uuid"];
            kind: components["schemas"]["ReportKind"];
            category: string | null;
            reason: components["schemas"]["ReportReason"];
            rule: components["schemas"]["ReportRule"];
            outcome: "hidden" | "dismissed" | "taken_down" | "handled" | "restored";
            heard: "answered" | "silent" | "afterwards" | "asked" | "none";
            objection: ("waiting" | "kept" | "restored") | null;
            decidedOn: components["schemas"]["CalendarDate"];
        };
        LogRow: {
            sequence: number;
            at: components["schemas"]["DateTime"];
            kind: components["schemas"]["LogRowKind"];
            bidder: number | null;
            voided: number | null;
            reason: string | null;
            price: number | null;
            leader: number | null;
            isReserveMet: boolean;
            endsAt: components["schemas"]["DateTime"];
            commitment: string | null;
            hash: string;
        };
        LogRowKind: "bid" | "buy" | "void" | "cancel" | "end" | "paid" | "unpaid" | "reversed" | "refunded" | "offer" | "consent" | "refuse_offer" | "offer_lapsed" | "give_up";
        Machine: {
            id: components["schemas"]["Uuid"];
            name: string;
            buildMm: [
                number,
                number,
                number
            ];
            stock: {
                material: string;
                colors: string[];
            }[];
            toleranceMm: number | null;
            layerMm: [
                number,
                number
            ];
            leadDays: number;
            queue: number;
            paused: boolean;
        };
        Make: {
            id: components["schemas"]["Uuid"];
            author: components["schemas"]["MakeAuthor"];
            byOwner: boolean;
            outcome: "success" | "partly" | "failed";
            machine: string;
            material: string;
            settings: string;
            text: string;
            minutes: number | null;
            grams: number | null;
            image: components["schemas"]["MakeImage"] | null;
            createdAt: components["schemas"]["DateTime"];
            editedAt: components["schemas"]["DateTime"] | null;
            can: components["schemas"]["MakeCan"];
        };
        MakeAuthor: {
            username: string;
            fullName: string;
            avatarUrl: string | null;
        };
        MakeCan: {
            edit: boolean;
            remove: boolean;
        };
        MakeImage: {
            id: components["schemas"]["Uuid"];
            width: number;
            height: number;
            widths: number[];
        };
        MakeSummary: {
            total: number;
            outcomes: {
                success: number;
                partly: number;
                failed: number;
            };
            machines: {
                machine: string;
                makes: number;
                succeeded: number | null;
            }[];
        };
        ManagedService: {
            id: string;
            title: string;
            description: string;
            language: "ko" | "en" | "ja";
            translations: components["schemas"]["GameTranslations"];
            serviceType: string;
            isIndividual: boolean;
            isFreeService: boolean;
            pricing: string;
            price: number | null;
            hourlyRate: number | null;
            pricePerUnit: number | null;
            currency: string;
            printRates: components["schemas"]["PrintRate"] | null;
            tags: string[];
            printerModel: string;
            imageUrl: string | null;
            image: components["schemas"]["ServiceImage"] | null;
            location: components["schemas"]["OrderPlace"] | null;
            rating: number | null;
            completedOrders: number;
            responseMinutes: number | null;
            provider: components["schemas"]["AuctionSeller"];
            createdAt: string;
            availableHours: string;
            fileFormats: string[];
            materials: string[];
            specializations: string[];
            productionItems: string[];
            images: components["schemas"]["ServiceImage"][];
            samples: components["schemas"]["ServiceImage"][];
            workshop: components["schemas"]["Workshop"] | null;
            state: components["schemas"]["StaffServiceState"];
            version: number;
            contactPhone: string;
            contactEmail: string;
            locations: {
                address: string;
                lat: number;
                long: number;
                exact: boolean;
            }[];
            updatedAt: components["schemas"]["DateTime"];
        };
        ManagedWorkshop: {
            rateCard: components["schemas"]["RateCard"] | null;
            machines: components["schemas"]["Machine"][];
            calendar: components["schemas"]["Calendar"];
            version: number;
            updatedAt: components["schemas"]["DateTime"] | null;
            service: {
                title: string;
                serviceType: string;
                isFreeService: boolean;
                currency: string;
                price: number | null;
                pricePerUnit: number | null;
            };
            feePercent: number;
        };
        MapSettings: {
            tiles: {
                url: string;
                attribution: string;
            } | null;
        };
        Message: {
            id: components["schemas"]["Uuid"];
            channelId: components["schemas"]["Uuid"];
            seq: number;
            clientId: string | null;
            author: components["schemas"]["Author"] | null;
            text: string;
            createdAt: components["schemas"]["DateTime"];
            editedAt?: components["schemas"]["DateTime"];
            state: "shown" | "deleted" | "hidden";
            replyTo: {
                id: components["schemas"]["Uuid"];
                seq: number;
                author: components["schemas"]["WaitingAsker"] | null;
                text: string;
            } | null;
            threadId: components["schemas"]["Uuid"] | null;
            replies: number;
            lastReplyAt: components["schemas"]["DateTime"] | null;
            mentions: components["schemas"]["OrderBuyer"][];
            mentionsEveryone: boolean;
            attachments: components["schemas"]["Attachment"][];
            cards: components["schemas"]["Card"][];
            reactions: components["schemas"]["Reaction"][];
            isPinned: boolean;
            question: {
                title: string;
                tags: string[];
                acceptedId: components["schemas"]["Uuid"] | null;
            } | null;
            isAccepted: boolean;
            isFolded: boolean;
        };
        Mine: "seller" | "leading" | "outbid" | "winner" | "offered" | "fell_through";
        ModelChoice: {
            name: string;
            size: number;
            triangles: number | null;
            source: components["schemas"]["ModelSource"];
            title: string | null;
        };
        ModelChoices: {
            models: components["schemas"]["ModelChoice"][];
        };
        ModelSource: {
            resourceFileId: components["schemas"]["Uuid"];
        } | {
            attachmentId: components["schemas"]["Uuid"];
        };
        ModerationLog: {
            items: components["schemas"]["LogEntry"][];
            total: number;
            page: number;
            pageCount: number;
            counts: {
                decided: number;
                hidden: number;
                dismissed: number;
                takenDown: number;
                handled: number;
                restored: number;
                heard: number;
                objections: number;
            };
            years: number[];
        };
        MoneyState: {
            accounts: {
                [key: string]: number;
            };
            owed: number;
            cover: number;
            findings: components["schemas"]["SavesRevision"];
            adjustments: components["schemas"]["SavesRevision"];
        };
        Notification: {
            id: components["schemas"]["Uuid"];
            kind: "account" | "orders" | "auctions" | "messages" | "social" | "follows" | "versions" | "news";
            title: string;
            text: string;
            path: string;
            createdAt: components["schemas"]["DateTime"];
            read: boolean;
        };
        OfferedBid: {
            id: components["schemas"]["Uuid"];
            number: number;
            principal: number;
            total: number;
            readyInDays: number;
            readyOn: string | null;
            daysOff: components["schemas"]["DaysOff"] | null;
            machine: string;
            note: string;
            rating: number | null;
            km: number | null;
            points: components["schemas"]["OfferedBidPoints"];
            score: number;
            rank: number;
            isAvailable: boolean;
            isChosen: boolean;
            service: {
                language: "ko" | "en" | "ja";
                translations: components["schemas"]["GameTranslations"];
                id: components["schemas"]["Uuid"];
                title: string;
                isIndividual: boolean;
                address: string | null;
            };
            provider: components["schemas"]["MakeAuthor"];
        };
        OfferedBidPoints: {
            price: number;
            time: number;
            rating: number;
            distance: number;
        };
        OrderBooks: {
            order: components["schemas"]["AdjustedOrder"] | null;
            journals: {
                commandId: string;
                rules: string;
                postedAt: components["schemas"]["DateTime"];
                reason: string;
                isCorrectable: boolean;
                lines: components["schemas"]["AdjustmentLine"][];
            }[];
            waiting: {
                id: components["schemas"]["Uuid"];
                kind: components["schemas"]["AdjustmentKind"];
                proposedBy: components["schemas"]["AuditEntryActor"];
            }[];
        };
        OrderBuyer: {
            id: components["schemas"]["Uuid"];
            username: string;
            fullName: string;
        };
        OrderCan: "accept" | "decline" | "start" | "deliver" | "arrived" | "confirm" | "cancel" | "propose-settlement" | "rework" | "agree" | "refuse" | "dispute" | "answer" | "withdraw" | "appeal" | "rule" | "claim";
        OrderDetail: {
            id: components["schemas"]["Uuid"];
            number: string;
            title: string;
            serviceType: string;
            side: "buyer" | "provider" | "admin";
            state: components["schemas"]["OrderState"];
            amounts: components["schemas"]["Amounts"];
            isFree: boolean;
            buyer: components["schemas"]["OrderBuyer"];
            provider: components["schemas"]["OrderBuyer"];
            waitsFor: components["schemas"]["WaitsFor"] | null;
            until: components["schemas"]["DateTime"] | null;
            createdAt: components["schemas"]["DateTime"];
            updatedAt: components["schemas"]["DateTime"];
            version: number;
            serviceId: components["schemas"]["Uuid"] | null;
            quoteId: components["schemas"]["Uuid"] | null;
            auctionId: components["schemas"]["Uuid"] | null;
            parentId: components["schemas"]["Uuid"] | null;
            description: string;
            quantity: number;
            lines: components["schemas"]["OrderLine"][];
            feePercent: number;
            feeBearer: "buyer" | "provider";
            kept: number | null;
            customMade: boolean;
            hasConsent: boolean;
            leadTimeDays: number | null;
            dueAt: components["schemas"]["DateTime"] | null;
            delivery: {
                kind: "ship" | "pickup" | "digital";
                isOpen: boolean;
                address: components["schemas"]["Address"] | null;
                tracking: {
                    carrier: string;
                    number: string;
                } | null;
                pickupCode: string | null;
                deliveredAt: components["schemas"]["DateTime"] | null;
                arrivedAt: components["schemas"]["DateTime"] | null;
            };
            place: components["schemas"]["OrderPlace"] | null;
            timers: {
                kind: string;
                at: components["schemas"]["DateTime"] | null;
                leftMs: number | null;
            }[];
            events: {
                version: number;
                event: string;
                side: components["schemas"]["StaffDisputeOpenedBy"];
                fromState: components["schemas"]["OrderState"] | null;
                toState: components["schemas"]["OrderState"];
                detail: components["schemas"]["FindingDetail"];
                note: string | null;
                photos: components["schemas"]["OrderPhoto"][];
                at: components["schemas"]["DateTime"];
            }[];
            files: {
                id: components["schemas"]["Uuid"];
                kind: "request" | "result";
                name: string;
                size: number;
                sha256: string;
            }[];
            resources: components["schemas"]["ResourceGuide"][];
            photos: components["schemas"]["OrderPhoto"][];
            proposal: {
                kind: "settlement" | "rework" | "return" | "late_cancel" | "cancel";
                side: "buyer" | "provider";
                keep: number | null;
                buyerGets: number | null;
                expiresAt: components["schemas"]["DateTime"];
            } | null;
            dispute: {
                openedBy: components["schemas"]["StaffDisputeOpenedBy"];
                phase: components["schemas"]["Phase"];
                openedAt: components["schemas"]["DateTime"];
                ruling: {
                    outcome: "provider" | "buyer" | "split";
                    keep: number;
                    reason: string;
                    at: components["schemas"]["DateTime"];
                } | null;
            } | null;
            claim: {
                state: "open" | "accepted" | "refused";
                amount: number;
                granted: number | null;
                knownOn: string;
                createdAt: components["schemas"]["DateTime"];
            } | null;
            payment: {
                id: components["schemas"]["Uuid"];
                state: string;
                gateway: string;
                method: string | null;
                receiptUrl: string | null;
                capturedAt: components["schemas"]["DateTime"] | null;
                deposit: components["schemas"]["Deposit"] | null;
            } | null;
            payout: components["schemas"]["Payable"] | null;
            refunded: {
                id: components["schemas"]["Uuid"];
                amount: number;
                state: components["schemas"]["RefundState"];
                isGoodwill: boolean;
                at: components["schemas"]["DateTime"];
            }[];
            can: components["schemas"]["OrderCan"][];
            cannot: {
                event: components["schemas"]["OrderCan"];
                why: string;
                words: string;
            }[];
            milestones: {
                whole: components["schemas"]["CreateOrderWhole"];
                parts: components["schemas"]["CreateOrderWhole"][];
            } | null;
            conversationId: components["schemas"]["Uuid"] | null;
            terms: {
                autoCompleteDays: number;
                returnDays: number;
                overdueAnswerHours: number;
                proposalHours: number;
                reworks: number;
                claimKnownDays: number;
                claimSupplyMonths: number;
            };
        };
        OrderLine: {
            code: string;
            label: string;
            count: number;
            each: number | null;
            amount: number;
        };
        OrderOffer: {
            serviceId: components["schemas"]["Uuid"];
            title: string;
            serviceType: string;
            provider: components["schemas"]["OrderBuyer"];
            kind: "free" | "priced" | "quoted" | "inquiry";
            quantity: number;
            canChooseQuantity: boolean;
            lines: components["schemas"]["OrderLine"][];
            amounts: components["schemas"]["Amounts"] | null;
            feePercent: number;
            feeBearer: "buyer" | "provider";
            hourlyRate: number | null;
            baseFee: number | null;
            customMade: boolean;
            quoteId: components["schemas"]["Uuid"] | null;
            expiresAt: components["schemas"]["DateTime"] | null;
            leadTimeDays: number | null;
            files: {
                name: string;
                sha256: string;
            }[];
            consents: {
                terms: components["schemas"]["GetServiceOfferTerms"];
                customMade: components["schemas"]["GetServiceOfferTerms"];
            };
            obstacle: components["schemas"]["TenderObstacle"] | null;
            isSandbox: boolean;
        };
        OrderPhoto: {
            id: components["schemas"]["Uuid"];
            side: "buyer" | "provider";
            kind: "pre_ship" | "arrival" | "evidence";
            width: number;
            height: number;
            widths: number[];
            createdAt: components["schemas"]["DateTime"];
        };
        OrderPlace: {
            address: string;
            lat: number;
            long: number;
        };
        OrderReviews: {
            side: "buyer" | "provider";
            own: components["schemas"]["Review"] | null;
            others: components["schemas"]["Review"] | null;
            hasOther: boolean;
            showsAt: components["schemas"]["DateTime"] | null;
            canWrite: boolean;
        };
        OrderState: "created" | "paid" | "accepted" | "working" | "delivered" | "disputed" | "completed" | "cancelled" | "refunded" | "settled";
        OrderSummary: {
            id: components["schemas"]["Uuid"];
            number: string;
            title: string;
            serviceType: string;
            side: "buyer" | "provider" | "admin";
            state: components["schemas"]["OrderState"];
            amounts: components["schemas"]["Amounts"];
            isFree: boolean;
            buyer: components["schemas"]["OrderBuyer"];
            provider: components["schemas"]["OrderBuyer"];
            waitsFor: components["schemas"]["WaitsFor"] | null;
            until: components["schemas"]["DateTime"] | null;
            createdAt: components["schemas"]["DateTime"];
            updatedAt: components["schemas"]["DateTime"];
        };
        Overview: {
            available: number;
            wait: components["schemas"]["Wait"] | null;
            volunteers: {
                person: components["schemas"]["WaitingAsker"];
                skills: components["schemas"]["VolunteerSkill"][];
                tags: string[];
                languages: ("ko" | "en" | "ja")[];
                solved: number;
            }[];
        };
        OwnAuctionCard: {
            id: components["schemas"]["Uuid"];
            state: components["schemas"]["AuctionState"];
            lotKind: "thing" | "capacity" | "licence";
            category: components["schemas"]["Category"];
            title: string;
            language: "ko" | "en" | "ja";
            image: components["schemas"]["Image"] | null;
            price: number | null;
            total: number | null;
            hasBids: boolean;
            bidCount: number;
            bidderCount: number;
            isReserveMet: boolean;
            hasReserve: boolean;
            buyNowPrice: number | null;
            startsAt: components["schemas"]["DateTime"] | null;
            endsAt: components["schemas"]["DateTime"] | null;
            seller: components["schemas"]["AuctionSeller"];
            mine: components["schemas"]["Mine"] | null;
            isWatched: boolean;
            role: components["schemas"]["OwnAuctionRole"];
            maximum: number | null;
            payBy: components["schemas"]["DateTime"] | null;
            orderId: components["schemas"]["Uuid"] | null;
        };
        OwnAuctionRole: "seller" | "winner" | "bidder" | "watcher";
        OwnBid: {
            number: number;
            serviceId: components["schemas"]["Uuid"];
            principal: number;
            total: number;
            readyInDays: number;
            machine: string;
            note: string;
            madeAt: components["schemas"]["DateTime"];
            commitment: string;
            salt: string;
            detailSalt: string;
        };
        OwnCase: {
            id: components["schemas"]["Uuid"];
            kind: components["schemas"]["ReportKind"];
            category: string | null;
            state: components["schemas"]["OwnCaseState"];
            rule: components["schemas"]["ReportRule"] | null;
            excerpt: string;
            path: string;
            question: string;
            hearingEndsAt: components["schemas"]["DateTime"] | null;
            answer: string;
            answeredAt: components["schemas"]["DateTime"] | null;
            statement: string;
            decidedAt: components["schemas"]["DateTime"] | null;
            objection: string;
            objectedAt: components["schemas"]["DateTime"] | null;
            ruling: string;
            ruledAt: components["schemas"]["DateTime"] | null;
            createdAt: components["schemas"]["DateTime"];
            objectionEndsAt: components["schemas"]["DateTime"] | null;
            mayAnswer: boolean;
            mayTakeDown: boolean;
            mayObject: boolean;
        };
        OwnCaseState: "open" | "hearing" | "answered" | "due" | "dismissed" | "handled" | "taken_down" | "hidden" | "objected" | "kept" | "restored" | "lifted";
        OwnCollection: {
            id: components["schemas"]["Uuid"];
            title: string;
            description: string;
            isPublic: boolean;
            isHidden: boolean;
            itemCount: number;
            imageUrl: string | null;
            updatedAt: components["schemas"]["DateTime"];
            holds: boolean;
        };
        OwnResource: {
            id: components["schemas"]["Uuid"];
            title: string;
            category: string;
            state: "draft" | "published" | "hidden";
            imageUrl: string | null;
            downloadCount: number;
            likeCount: number;
            publishAt: components["schemas"]["DateTime"] | null;
            updatedAt: components["schemas"]["DateTime"];
        };
        OwnService: {
            id: components["schemas"]["Uuid"];
            title: string;
            serviceType: string;
            state: components["schemas"]["EditInputState"];
            pausedReason: "no_answer" | null;
            imageUrl: string | null;
            updatedAt: components["schemas"]["DateTime"];
        };
        OwnSponsorship: {
            id: components["schemas"]["Uuid"];
            cadence: "once" | "monthly";
            amount: number;
            currency: string;
            tier: "screw" | "gear" | "motor" | "bench";
            recipient: components["schemas"]["Recipient"];
            isAnonymous: boolean;
            message: string;
            isHidden: boolean;
            state: "pending" | "active" | "ended";
            nextDueOn: components["schemas"]["CalendarDate"] | null;
            createdAt: components["schemas"]["DateTime"];
            endedAt: components["schemas"]["DateTime"] | null;
            given: number;
            canBanner: boolean;
            contributions: components["schemas"]["Contribution"][];
        };
        Owner: {
            id: components["schemas"]["Uuid"];
            fullName: string;
            username: string;
        };
        Page: {
            page: number;
            pages: number;
            heading: string;
            text: string;
            url: string | null;
            kind: "text" | "picture" | "pdf";
        };
        Payable: {
            payableOn: components["schemas"]["DateTime"] | null;
            because: components["schemas"]["Because"];
            holdDays: components["schemas"]["SavesRevision"] | null;
            amount: number;
            state: components["schemas"]["PayableState"];
        };
        PayableState: "held" | "requested" | "completed" | "failed" | "unknown";
        Payment: {
            id: components["schemas"]["Uuid"];
            subjectKind: "order" | "contribution";
            orderId: components["schemas"]["Uuid"];
            gateway: "sandbox" | "toss" | "stripe";
            state: "new" | "authenticated" | "confirming" | "waiting_deposit" | "captured" | "failed" | "expired" | "unknown";
            bound: boolean;
            amount: number;
            currency: string;
            orderName: string;
            method: string | null;
            receiptUrl: string | null;
            failureCode: string | null;
            capturedAt: components["schemas"]["DateTime"] | null;
            deposit: components["schemas"]["Deposit"] | null;
            createdAt: components["schemas"]["DateTime"];
        };
        PersonSupport: {
            solved: number;
            volunteer: {
                skills: components["schemas"]["VolunteerSkill"][];
                tags: string[];
                languages: ("ko" | "en" | "ja")[];
                isAvailable: boolean;
            } | null;
        };
        Phase: "answering" | "negotiating" | "ruling" | "ruled" | "appealed" | "ended";
        Picture: {
            width: number;
            height: number;
            widths: number[];
        };
        Presence: {
            people: {
                id: components["schemas"]["Uuid"];
                username: string;
                fullName: string;
                avatarUrl: string | null;
                state: "here" | "away" | "gone";
            }[];
        };
        PrintRate: {
            startFee: number;
            perTenGrams: number;
            isFrom: boolean;
        };
        Printer: {
            id: string;
            title: string;
            language: "ko" | "en" | "ja";
            translations: components["schemas"]["GameTranslations"];
            isFreeService: boolean;
            currency: string;
            price: number | null;
            pricePerUnit: number | null;
            isIndividual: boolean;
            imageUrl: string | null;
            rating: number | null;
            address: string;
            distance: number;
            provider: components["schemas"]["AuctionSeller"];
            materials: string[];
            rateCard: components["schemas"]["RateCard"] | null;
            machines: components["schemas"]["Machine"][];
            calendar: components["schemas"]["Calendar"];
        };
        PrintersAnswer: {
            feePercent: number;
            printers: components["schemas"]["Printer"][];
        };
        Problem: "empty" | "truncated" | "header_lies" | "malformed" | "not_finite" | "unsafe_xml" | "bomb" | "compressed" | "outside_files" | "too_large" | "too_complex" | "too_slow" | "failed";
        Profile: {
            username: string;
            fullName: string;
            bio: string;
            languages: components["schemas"]["Language"][];
            region: components["schemas"]["Region"];
            avatarUrl: string | null;
            formerUsernames: {
                username: string;
                heldUntil: components["schemas"]["DateTime"];
            }[];
        };
        Progress: {
            done: number[];
        };
        Proposal: {
            id: components["schemas"]["Uuid"];
            resource: components["schemas"]["ReviewService"];
            step: number;
            before: components["schemas"]["ProposalBefore"];
            after: components["schemas"]["ProposalBefore"];
            reason: string;
            isFromModel: boolean;
            proposer: components["schemas"]["AuctionSeller"] | null;
            state: components["schemas"]["ProposalState"];
            answer: string | null;
            createdAt: components["schemas"]["DateTime"];
            decidedAt: components["schemas"]["DateTime"] | null;
            can: {
                decide: boolean;
            };
        };
        ProposalBefore: {
            title: string;
            text: string;
        };
        ProposalState: "open" | "accepted" | "refused" | "outdated";
        PublicPerson: {
            username: string;
            fullName: string;
            bio: string;
            languages: components["schemas"]["Language"][];
            region: components["schemas"]["Region"];
            avatarUrl: string | null;
            isCompany: boolean;
            phoneVerified: boolean;
            bankRegistered: boolean;
            memberSince: components["schemas"]["DateTime"];
        };
        Question: {
            id: components["schemas"]["Uuid"];
            channelId: components["schemas"]["Uuid"];
            seq: number;
            author: components["schemas"]["Author"] | null;
            createdAt: components["schemas"]["DateTime"];
            editedAt?: components["schemas"]["DateTime"];
            replies: number;
            lastReplyAt: components["schemas"]["DateTime"] | null;
            isFolded: boolean;
            title: string;
            tags: string[];
            isSolved: boolean;
            excerpt: string;
        };
        Quote: {
            id: components["schemas"]["Uuid"];
            serviceId: components["schemas"]["Uuid"];
            fileName: string;
            fileSha256: string;
            material: string;
            infill: number;
            layerHeight: number;
            quantity: number;
            machine: string | null;
            grams: number;
            billedGrams: number;
            lines: components["schemas"]["Line"][];
            principal: number;
            fee: number;
            feePercent: number;
            total: number;
            currency: string;
            leadTimeDays: number | null;
            readyOn: string | null;
            createdAt: components["schemas"]["DateTime"];
            expiresAt: components["schemas"]["DateTime"];
        };
        RateCard: {
            startFee: number;
            minimum: number;
            perTenGrams: number;
            materials: {
                material: string;
                perTenGrams: number | null;
                density: number | null;
            }[];
            perHour: number;
            gramsPerHour: number;
            perUnit: number;
            perLoad: number;
            breaks: {
                from: number;
                percentOff: number;
            }[];
            shell: number;
            leadDays: number;
        };
        Reaction: {
            emoji: string;
            count: number;
            mine: boolean;
        };
        Recipient: {
            kind: "house" | "resource" | "person";
            title: string | null;
            name: string | null;
            username: string | null;
            path: string | null;
        };
        RecordedBid: {
            number: number;
            madeAt: components["schemas"]["DateTime"];
            commitment: string;
            state: "standing" | "replaced" | "withdrawn" | "void";
            opened: {
                provider: number;
                principal: number;
                readyInDays: number;
                details: string;
                salt: string;
                points: components["schemas"]["OfferedBidPoints"];
                score: number;
                rank: number;
                isChosen: boolean;
                isMine: boolean;
            } | null;
        };
        Refund: {
            id: components["schemas"]["Uuid"];
            orderId: components["schemas"]["Uuid"] | null;
            state: components["schemas"]["RefundState"];
            amount: number;
            currency: string;
            reason: string;
            decidedAt: components["schemas"]["DateTime"];
            confirmedAt: components["schemas"]["DateTime"] | null;
        };
        RefundState: "decided" | "submitting" | "confirmed" | "unknown" | "needs_account" | "failed";
        Region: "seoul" | "busan" | "incheon" | "daejeon" | "daegu" | "gwangju" | "ulsan" | "sejong" | "";
        RemixTree: {
            ancestors: ({
                id: components["schemas"]["Uuid"];
                title: string;
                ownerName: string;
                license: string;
            } | null)[];
            remixes: {
                id: components["schemas"]["Uuid"];
                parentId: components["schemas"]["Uuid"];
                title: string;
                ownerName: string;
                imageUrl: string | null;
            }[];
            total: number;
        };
        Reply: {
            id: components["schemas"]["Uuid"];
            text: string;
            author: components["schemas"]["MakeAuthor"] | null;
            byOwner: boolean;
            createdAt: components["schemas"]["DateTime"];
            editedAt: components["schemas"]["DateTime"] | null;
            step: number | null;
            support: components["schemas"]["Support"] | null;
            can: components["schemas"]["MakeCan"];
        };
        ReportKind: "resource" | "comment" | "make" | "collection" | "service" | "tender" | "review" | "message" | "auction" | "sponsor" | "person";
        ReportReason: "copyright" | "dangerous" | "unlicensed" | "spam" | "sexual" | "personal_data" | "deceptive" | "abusive" | "other";
        ReportRule: "copyright" | "dangerous" | "unlicensed" | "spam" | "sexual" | "personal_data" | "deceptive" | "abusive" | "other" | "weapon_parts" | "unsafe_device" | "remix_against_licence" | "malware" | "cracked_software" | "weights_without_licence" | "private_training_data" | "deepfake_model" | "unlicensed_game" | "gambling" | "not_free" | "false_offer" | "unqualified_work" | "illegal_job" | "prohibited_goods" | "counterfeit" | "fake_review" | "fake_make" | "around_escrow" | "impersonation";
        RequestCounts: {
            asked: components["schemas"]["RequestCountsAsked"];
            received: components["schemas"]["RequestCountsAsked"];
        };
        RequestCountsAsked: {
            open: number;
            waiting: number;
        };
        RequestDetail: {
            id: components["schemas"]["Uuid"];
            role: "customer" | "provider";
            title: string;
            quantity: number;
            wantedOn: string | null;
            budget: number | null;
            currency: string;
            state: "open" | "closed";
            version: number;
            createdAt: components["schemas"]["DateTime"];
            expiresAt: components["schemas"]["DateTime"];
            customer: components["schemas"]["MakeAuthor"] | null;
            description: string;
            material: string;
            colour: string;
            tolerance: string;
            finish: string;
            feePercent: number;
            feeBearer: "buyer" | "provider";
            files: components["schemas"]["RequestFile"][];
            threads: components["schemas"]["Thread"][];
            can: {
                close: boolean;
                changeFiles: boolean;
            };
        };
        RequestFile: {
            id: components["schemas"]["Uuid"];
            name: string;
            size: number;
            sha256: string;
            mediaType: string;
            figures: {
                sizeMm: number[];
                volumeMm3: number;
                triangles: number;
                watertight: boolean;
            } | null;
            problem: components["schemas"]["Problem"] | null;
        };
        RequestSummary: {
            id: components["schemas"]["Uuid"];
            role: "customer" | "provider";
            title: string;
            quantity: number;
            wantedOn: string | null;
            budget: number | null;
            currency: string;
            state: "open" | "closed";
            version: number;
            createdAt: components["schemas"]["DateTime"];
            expiresAt: components["schemas"]["DateTime"];
            customer: components["schemas"]["MakeAuthor"] | null;
            threads: components["schemas"]["Thread"][];
        };
        ResourceCard: {
            id: components["schemas"]["Uuid"];
            title: string;
            description: string;
            category: string;
            resourceType: components["schemas"]["ResourceResourceType"];
            subcategory: string;
            tags: string[];
            license: string;
            author: string;
            ownerUsername: string;
            language: "ko" | "en" | "ja";
            translations: components["schemas"]["GameTranslations"];
            imageUrl: string | null;
            image: components["schemas"]["MakeImage"] | null;
            downloadUrl: string | null;
            sourceSite: string;
            hasFile: boolean;
            downloadCount: number;
            likeCount: number;
            commentCount: number;
            createdAt: string;
        };
        ResourceDetail: {
            id: components["schemas"]["Uuid"];
            title: string;
            description: string;
            category: string;
            resourceType: components["schemas"]["ResourceResourceType"];
            subcategory: string;
            tags: string[];
            license: string;
            author: string;
            ownerUsername: string;
            language: "ko" | "en" | "ja";
            translations: components["schemas"]["GameTranslations"];
            imageUrl: string | null;
            downloadUrl: string | null;
            sourceSite: string;
            downloadCount: number;
            likeCount: number;
            commentCount: number;
            createdAt: string;
            images: {
                id: components["schemas"]["Uuid"];
                width: number;
                height: number;
                widths: number[];
                alt: string;
                drawn: boolean;
                placeholder: string | null;
            }[];
            state: components["schemas"]["ResourceState"];
            version: number;
            owner: components["schemas"]["OrderBuyer"];
            downloadFile: string | null;
            makeCount: number;
            files: components["schemas"]["ResourceFile"][];
            versions: {
                number: number;
                changelog: string;
                createdAt: string;
            }[];
            modelType: string;
            usageInstructions: string;
            gameControls: string;
            gameCode: string;
            assemblyInstructions: {
                title: string;
                text: string;
                minutes?: number;
                tools?: string[];
                warning?: string;
                imageId?: components["schemas"]["Uuid"];
                image?: components["schemas"]["MakeImage"];
            }[];
            details: {
                billOfMaterials?: {
                    name: string;
                    quantity: number;
                    partNumber?: string;
                    url?: string;
                    substitute?: string;
                    priceWon?: number;
                }[];
                printSettings?: {
                    name?: string;
                    printer?: string;
                    material?: string;
                    layerHeightMm?: number;
                    nozzleMm?: number;
                    walls?: number;
                    infillPercent?: number;
                    supports?: boolean;
                    nozzleCelsius?: number;
                    bedCelsius?: number;
                    minutes?: number;
                    grams?: number;
                }[];
                aiModel?: {
                    task?: string;
                    framework?: string;
                    parameters?: number;
                    license?: string;
                    dataset?: string;
                    metrics?: {
                        name: string;
                        value?: string;
                        dataset?: string;
                    }[];
                    usage?: string;
                    intendedUse?: string;
                    limits?: string;
                };
                software?: {
                    platforms: string[];
                    repository?: string;
                };
            };
            publishedAt: string | null;
            publishAt: string | null;
            remixOf: components["schemas"]["Uuid"] | null;
            updatedAt: string;
            can: components["schemas"]["MakeCan"];
        };
        ResourceFile: {
            id: components["schemas"]["Uuid"];
            name: string;
            size: number;
            sha256: string;
            mediaType: string;
            version: number;
            createdAt: string;
            model: (components["schemas"]["ResourceFileModel"] | {
                state: "measured";
                figures: {
                    unit: components["schemas"]["Unit"];
                    unitIsGuessed: boolean;
                    sizeMm: [
                        number,
                        number,
                        number
                    ];
                    volumeMm3: number;
                    areaMm2: number;
                    triangles: number;
                    shells: number;
                    parts: number;
                    openEdges: number;
                    flippedTriangles: number;
                    watertight: boolean;
                };
            } | {
                state: "unreadable";
                problem: components["schemas"]["Problem"];
            }) | null;
            header: (components["schemas"]["ResourceFileModel"] | {
                state: "read";
                summary: {
                    format: "safetensors" | "gguf";
                    parameters: number;
                    tensorCount: number;
                    dtypes: {
                        dtype: string;
                        parameters: number;
                        tensors: number;
                    }[];
                    metadata: components["schemas"]["CreateResourceMetadata"][];
                };
            } | {
                state: "unreadable";
                problem: "truncated" | "header_lies" | "malformed" | "duplicate" | "overlap" | "outside" | "too_large" | "too_many" | "failed";
            }) | null;
            mesh: {
                volumeMm3: number;
                areaMm2: number;
                triangles: number;
                openEdges: number;
                watertight: boolean;
                boxMm: {
                    x: number;
                    y: number;
                    z: number;
                };
            } | null;
        };
        ResourceFileModel: {
            state: "waiting";
        };
        ResourceGuide: {
            id: components["schemas"]["Uuid"];
            title: string;
            language: "ko" | "en" | "ja";
            hasGuide: boolean;
        };
        ResourceResourceType: "hardware_design" | "software" | "ai_model" | "3d_model" | "free_content" | "flash_game" | "other";
        ResourceState: "draft" | "published" | "hidden" | "removed";
        Review: {
            id: components["schemas"]["Uuid"];
            rating: number;
            text: string;
            side: "buyer" | "provider";
            author: components["schemas"]["MakeAuthor"];
            about: components["schemas"]["MakeAuthor"];
            service: components["schemas"]["ReviewService"] | null;
            photos: components["schemas"]["MakeImage"][];
            answer: {
                text: string;
                at: components["schemas"]["DateTime"];
            } | null;
            shownAt: components["schemas"]["DateTime"] | null;
            editedAt: components["schemas"]["DateTime"] | null;
            can: {
                edit: boolean;
                answer: boolean;
                report: boolean;
            };
        };
        ReviewService: {
            id: components["schemas"]["Uuid"];
            title: string;
        };
        ReviewSummary: {
            count: number;
            average: number | null;
            rating: number | null;
            distribution: number[];
        };
        Safety: "mains" | "battery" | "laser" | "pressure" | "chemicals" | "crt";
        Sanction: {
            id: components["schemas"]["Uuid"];
            kind: "mute" | "ban";
            person: components["schemas"]["WaitingAsker"];
            channel: {
                id: components["schemas"]["Uuid"];
                slug: string;
                name: string;
            } | null;
            until: components["schemas"]["DateTime"] | null;
            reason: string;
            by: string;
            createdAt: components["schemas"]["DateTime"];
        };
        SandboxPayment: {
            key: string;
            ref: string;
            orderName: string;
            status: "ready" | "in_progress" | "waiting_deposit" | "done" | "cancelled" | "partly_cancelled" | "aborted" | "expired";
            amount: components["schemas"]["SavesRevision"];
            balance: components["schemas"]["SavesRevision"];
            currency: string;
            method: string | null;
            deposit: {
                bankCode: string;
                accountNumber: string;
                dueAt: components["schemas"]["DateTime"] | null;
            } | null;
            webhooks: "after" | "before" | "twice" | "never";
            refunds: "done" | "hang" | "fail";
            approveAt: components["schemas"]["DateTime"] | null;
            approvedAt: components["schemas"]["DateTime"] | null;
            can: components["schemas"]["SandboxPaymentCan"][];
        };
        SandboxPaymentCan: "approve" | "decline" | "refuse" | "abandon" | "delay" | "charge-then-hang" | "virtual-account" | "deposit" | "reverse-deposit" | "settings";
        Saves: {
            slots: components["schemas"]["SavesSlots"];
            revision: components["schemas"]["SavesRevision"];
        };
        SavesRevision: number;
        SavesSlots: {
            [key: string]: string;
        };
        Score: {
            measuredAt: string;
            guides: number;
            questions: number;
            answerable: components["schemas"]["ScoreAnswerable"];
            unanswerable: components["schemas"]["ScoreAnswerable"];
            heldOut: components["schemas"]["ScoreHeldOut"];
            languages: {
                ko?: components["schemas"]["ScoreHeldOut"];
                en?: components["schemas"]["ScoreHeldOut"];
                ja?: components["schemas"]["ScoreHeldOut"];
            };
        };
        ScoreAnswerable: {
            right: number;
            of: number;
        };
        ScoreHeldOut: {
            answerable: components["schemas"]["ScoreAnswerable"];
            unanswerable: components["schemas"]["ScoreAnswerable"];
        };
        SearchStatistics: {
            totalQueries: number;
            cacheHits: number;
            cacheMisses: number;
            hitRate: number;
            languages: {
                count: number;
                cacheHits: number;
                averageMs: number;
                minMs: number;
                maxMs: number;
                language: "ko" | "en" | "ja";
            }[];
            kinds: {
                count: number;
                cacheHits: number;
                averageMs: number;
                minMs: number;
                maxMs: number;
                kind: "resources" | "services";
            }[];
            averageMs: number;
            minMs: number;
            maxMs: number;
            popular: {
                term: string;
                kind: "resources" | "services";
                count: number;
            }[];
            zeroResults: {
                term: string;
                kind: "resources" | "services";
                count: number;
                suggestion: string | null;
            }[];
            timeline: {
                day: string;
                count: number;
                averageMs: number;
            }[];
            updatedAt: string | null;
        };
        Security: {
            email: string;
            emailVerified: boolean;
            hasPassword: boolean;
            passkeys: {
                id: components["schemas"]["Uuid"];
                name: string;
                createdAt: components["schemas"]["DateTime"];
                usedAt: components["schemas"]["DateTime"] | null;
            }[];
            secondFactor: boolean;
            recoveryCodesLeft: number;
            services: {
                name: "kakao" | "naver" | "line" | "google";
                connected: boolean;
            }[];
            proven: boolean;
        };
        Sentence: {
            text: string;
            citations: components["schemas"]["Citation"][];
        };
        ServiceCard: {
            id: string;
            title: string;
            description: string;
            language: "ko" | "en" | "ja";
            translations: components["schemas"]["GameTranslations"];
            serviceType: string;
            isIndividual: boolean;
            isFreeService: boolean;
            pricing: string;
            price: number | null;
            hourlyRate: number | null;
            pricePerUnit: number | null;
            currency: string;
            printRates: components["schemas"]["PrintRate"] | null;
            tags: string[];
            printerModel: string;
            imageUrl: string | null;
            image: components["schemas"]["ServiceImage"] | null;
            location: components["schemas"]["OrderPlace"] | null;
            distance?: number;
            rating: number | null;
            completedOrders: number;
            responseMinutes: number | null;
            provider: components["schemas"]["AuctionSeller"];
            createdAt: string;
        };
        ServiceDetail: {
            id: string;
            title: string;
            description: string;
            language: "ko" | "en" | "ja";
            translations: components["schemas"]["GameTranslations"];
            serviceType: string;
            isIndividual: boolean;
            isFreeService: boolean;
            pricing: string;
            price: number | null;
            hourlyRate: number | null;
            pricePerUnit: number | null;
            currency: string;
            printRates: components["schemas"]["PrintRate"] | null;
            tags: string[];
            printerModel: string;
            imageUrl: string | null;
            image: components["schemas"]["ServiceImage"] | null;
            location: components["schemas"]["OrderPlace"] | null;
            rating: number | null;
            completedOrders: number;
            responseMinutes: number | null;
            provider: components["schemas"]["AuctionSeller"];
            createdAt: string;
            availableHours: string;
            fileFormats: string[];
            materials: string[];
            specializations: string[];
            productionItems: string[];
            locations: components["schemas"]["OrderPlace"][];
            images: components["schemas"]["ServiceImage"][];
            samples: components["schemas"]["ServiceImage"][];
            feePercent: number;
            workshop: components["schemas"]["Workshop"] | null;
        };
        ServiceImage: {
            id: string;
            alt: string;
            width: number;
            height: number;
            widths: number[];
        };
        Session: {
            id: components["schemas"]["Uuid"];
            state: "asked" | "waiting" | "taken" | "solved" | "given_up" | "declined" | "expired" | "cancelled";
            role: "asker" | "helper" | "invited" | "volunteer";
            problem: string;
            language: "ko" | "en" | "ja";
            skill: components["schemas"]["WaitingSkill"];
            printer: string;
            service: components["schemas"]["ReviewService"] | null;
            resource: components["schemas"]["ReviewService"] | null;
            step: number | null;
            order: components["schemas"]["ReviewService"] | null;
            isAboutOrder: boolean;
            question: components["schemas"]["WaitingQuestion"] | null;
            asker: components["schemas"]["WaitingAsker"] | null;
            helper: components["schemas"]["WaitingAsker"] | null;
            invited: components["schemas"]["WaitingAsker"] | null;
            openedAt: components["schemas"]["DateTime"];
            takenAt: components["schemas"]["DateTime"] | null;
            closedAt: components["schemas"]["DateTime"] | null;
            expiresAt: components["schemas"]["DateTime"] | null;
            queue: {
                place: number;
                wait: components["schemas"]["Wait"] | null;
                available: number;
            } | null;
            shownStep: number | null;
            eventSeq: number;
            can: components["schemas"]["SessionCan"][];
            mayPropose: boolean;
            answer: components["schemas"]["Answer"] | null;
        };
        SessionCan: "take" | "hand_on" | "decline" | "give_back" | "replace" | "solve" | "give_up" | "cancel";
        Setting: {
            name: "registration" | "notice" | "sponsorship" | "sponsorTiers" | "ads" | "adSlots";
            value: ("open" | "closed") | {
                ko: string;
                en: string;
                ja: string;
            } | {
                screw: number;
                gear: number;
                motor: number;
                bench: number;
            } | ("on" | "off") | components["schemas"]["SettingValue"][];
            changedAt: components["schemas"]["DateTime"] | null;
        };
        SettingValue: "content_end" | "sidebar_bottom" | "sidebar_top" | "menu_banner" | "in_page" | "native_25" | "native_50" | "native_75" | "mobile_sticky" | "overlay" | "anchor" | "vignette";
        Settings: {
            mail: {
                account: boolean;
                orders: boolean;
                auctions: boolean;
                messages: boolean;
                social: boolean;
                follows: boolean;
                versions: boolean;
                news: boolean;
            };
        };
        Source: {
            kind: "resource";
            id: components["schemas"]["Uuid"];
            title: string;
            language: "ko" | "en" | "ja";
        } | {
            kind: "document";
            id: components["schemas"]["Uuid"];
            title: string;
        };
        Spending: {
            id: components["schemas"]["Uuid"];
            amount: number;
            spentOn: components["schemas"]["CalendarDate"];
            purpose: string;
        };
        Sponsor: {
            id: components["schemas"]["Uuid"];
            name: string | null;
            username: string | null;
            tier: "screw" | "gear" | "motor" | "bench";
            cadence: "once" | "monthly";
            message: string;
            recipient: components["schemas"]["Recipient"];
            since: components["schemas"]["DateTime"];
        };
        SponsorOffer: {
            isOpen: boolean;
            tiers: {
                tier: "screw" | "gear" | "motor" | "bench";
                amount: number;
                banner: boolean;
            }[];
            most: number;
            feePercent: number;
            withdrawalDays: number;
        };
        StaffBanner: {
            id: components["schemas"]["Uuid"];
            kind: "house" | "sponsor";
            title: string;
            text: string;
            url: string;
            language: "ko" | "en" | "ja";
            picture: components["schemas"]["Picture"] | null;
            sponsorshipId: components["schemas"]["Uuid"] | null;
            state: components["schemas"]["BannerState"];
            standing: components["schemas"]["Standing"];
            startsOn: components["schemas"]["CalendarDate"];
            endsOn: components["schemas"]["CalendarDate"] | null;
            createdAt: components["schemas"]["DateTime"];
            views: number;
            clicks: number;
            owner: components["schemas"]["AuctionSeller"];
        };
        StaffCase: {
            id: components["schemas"]["Uuid"];
            kind: components["schemas"]["ReportKind"];
            category: string | null;
            state: components["schemas"]["OwnCaseState"];
            rule: components["schemas"]["ReportRule"] | null;
            excerpt: string;
            path: string;
            question: string;
            hearingEndsAt: components["schemas"]["DateTime"] | null;
            answer: string;
            answeredAt: components["schemas"]["DateTime"] | null;
            statement: string;
            decidedAt: components["schemas"]["DateTime"] | null;
            objection: string;
            objectedAt: components["schemas"]["DateTime"] | null;
            ruling: string;
            ruledAt: components["schemas"]["DateTime"] | null;
            createdAt: components["schemas"]["DateTime"];
            targetId: components["schemas"]["Uuid"];
            about: components["schemas"]["AuctionSeller"] | null;
            reports: {
                id: components["schemas"]["Uuid"];
                rule: components["schemas"]["ReportRule"];
                text: string;
                reporter: components["schemas"]["AuctionSeller"];
                createdAt: components["schemas"]["DateTime"];
            }[];
            reportCount: number;
            waitingSince: components["schemas"]["DateTime"] | null;
            decider: string | null;
            ruler: string | null;
            canHide: boolean;
            mayDo: components["schemas"]["StaffCaseMayDo"][];
        };
        StaffCaseMayDo: "dismiss" | "hear" | "hide" | "handle" | "keep" | "restore";
        StaffChannel: {
            id: components["schemas"]["Uuid"];
            slug: string;
            name: string;
            names: components["schemas"]["ChannelNames"];
            descriptions: components["schemas"]["ChannelNames"];
            state: "open" | "archived";
            slowSeconds: number;
            lastMessageAt: components["schemas"]["DateTime"] | null;
            kind: components["schemas"]["StaffChannelKind"];
            position: number;
            messages: number;
            createdAt: components["schemas"]["DateTime"];
        };
        StaffChannelKind: "announcements" | "introductions" | "questions" | "text" | "voice";
        StaffDispute: {
            number: string;
            title: string;
            serviceType: string;
            state: components["schemas"]["OrderState"];
            isFree: boolean;
            amounts: components["schemas"]["Amounts"];
            buyer: components["schemas"]["OrderBuyer"];
            provider: components["schemas"]["OrderBuyer"];
            id: components["schemas"]["Uuid"];
            orderId: components["schemas"]["Uuid"];
            kind: "dispute" | "claim";
            phase: components["schemas"]["Phase"] | null;
            openedBy: components["schemas"]["StaffDisputeOpenedBy"];
            openedAt: components["schemas"]["DateTime"];
            claimed: number | null;
            overdueSince: components["schemas"]["DateTime"] | null;
            needsTwo: boolean;
            rulings: {
                admin: string;
                outcome: "provider" | "buyer" | "split";
                keep: number;
                reason: string;
                round: number;
                at: components["schemas"]["DateTime"];
            }[];
        };
        StaffDisputeOpenedBy: "buyer" | "provider" | "admin" | "system";
        StaffJob: {
            id: components["schemas"]["Uuid"];
            name: string;
            state: components["schemas"]["StaffJobState"];
            attempts: number;
            mostAttempts: number;
            error: string | null;
            createdAt: components["schemas"]["DateTime"];
            dueAt: components["schemas"]["DateTime"];
        };
        StaffJobState: "failed" | "retrying" | "waiting" | "running";
        StaffJournal: {
            commandId: string;
            rules: string;
            postedAt: components["schemas"]["DateTime"];
            reason: string;
            isCorrectable: boolean;
            lines: {
                account: string;
                amount: number;
                owner: string | null;
            }[];
            id: components["schemas"]["Uuid"];
            amount: number;
            orderId: components["schemas"]["Uuid"] | null;
            number: string | null;
            paymentId: components["schemas"]["Uuid"] | null;
            refundId: components["schemas"]["Uuid"] | null;
            payoutId: components["schemas"]["Uuid"] | null;
            reverses: components["schemas"]["Uuid"] | null;
            reversedBy: components["schemas"]["Uuid"] | null;
        };
        StaffLot: {
            id: components["schemas"]["Uuid"];
            title: string;
            state: components["schemas"]["AuctionState"];
            lotKind: "thing" | "capacity" | "licence";
            category: components["schemas"]["Category"];
            language: "ko" | "en" | "ja";
            seller: components["schemas"]["OrderBuyer"];
            startPrice: number | null;
            price: number | null;
            hasReserve: boolean;
            isReserveMet: boolean;
            reservePrice: number | null;
            buyNowPrice: number | null;
            bidCount: number;
            bidderCount: number;
            startsAt: components["schemas"]["DateTime"] | null;
            endsAt: components["schemas"]["DateTime"] | null;
            publishedAt: components["schemas"]["DateTime"] | null;
            winner: components["schemas"]["OrderBuyer"] | null;
            winnerPrice: number | null;
            payBy: components["schemas"]["DateTime"] | null;
            orderId: components["schemas"]["Uuid"] | null;
            cancelReason: string | null;
        };
        StaffOrder: {
            id: components["schemas"]["Uuid"];
            number: string;
            title: string;
            serviceType: string;
            state: components["schemas"]["OrderState"];
            amounts: components["schemas"]["Amounts"];
            isFree: boolean;
            buyer: components["schemas"]["OrderBuyer"];
            provider: components["schemas"]["OrderBuyer"];
            createdAt: components["schemas"]["DateTime"];
            isHeld: boolean;
            endedAt: components["schemas"]["DateTime"] | null;
        };
        StaffOrderDetail: {
            id: components["schemas"]["Uuid"];
            number: string;
            title: string;
            serviceType: string;
            side: "buyer" | "provider" | "admin";
            state: components["schemas"]["OrderState"];
            amounts: components["schemas"]["Amounts"];
            isFree: boolean;
            buyer: components["schemas"]["OrderBuyer"];
            provider: components["schemas"]["OrderBuyer"];
            waitsFor: components["schemas"]["WaitsFor"] | null;
            until: components["schemas"]["DateTime"] | null;
            createdAt: components["schemas"]["DateTime"];
            updatedAt: components["schemas"]["DateTime"];
            payout: {
                payableOn: components["schemas"]["DateTime"] | null;
                because: components["schemas"]["Because"];
                holdDays: components["schemas"]["SavesRevision"] | null;
                amount: number;
                state: components["schemas"]["PayableState"];
                isFrozen: boolean;
                holdReason: string | null;
            } | null;
        };
        StaffPayout: {
            id: components["schemas"]["Uuid"];
            provider: components["schemas"]["OrderBuyer"];
            state: components["schemas"]["StaffPayoutState"];
            amount: number;
            gateway: string;
            bankCode: string;
            accountDigits: string;
            failureCode: string | null;
            requestedAt: components["schemas"]["DateTime"];
            completedAt: components["schemas"]["DateTime"] | null;
            byHand: boolean;
        };
        StaffPayoutState: "requested" | "completed" | "failed" | "unknown";
        StaffRefund: {
            id: components["schemas"]["Uuid"];
            orderId: components["schemas"]["Uuid"] | null;
            state: components["schemas"]["RefundState"];
            amount: number;
            currency: string;
            reason: string;
            decidedAt: components["schemas"]["DateTime"];
            confirmedAt: components["schemas"]["DateTime"] | null;
            person: components["schemas"]["OrderBuyer"];
            failureCode: string | null;
        };
        StaffResource: {
            id: components["schemas"]["Uuid"];
            title: string;
            state: components["schemas"]["ResourceState"];
            category: string;
            license: string;
            version: number;
            downloadCount: number;
            likeCount: number;
            createdAt: components["schemas"]["DateTime"];
            updatedAt: components["schemas"]["DateTime"];
            publishedAt: components["schemas"]["DateTime"] | null;
            owner: components["schemas"]["Owner"];
            mayBecome: components["schemas"]["ResourceState"][];
        };
        StaffService: {
            id: components["schemas"]["Uuid"];
            title: string;
            state: components["schemas"]["StaffServiceState"];
            serviceType: string;
            isFreeService: boolean;
            pausedReason: "no_answer" | null;
            rating: number | null;
            completedOrders: number;
            responseMinutes: number | null;
            createdAt: components["schemas"]["DateTime"];
            updatedAt: components["schemas"]["DateTime"];
            owner: components["schemas"]["Owner"];
            mayBecome: components["schemas"]["StaffServiceState"][];
        };
        StaffServiceState: "draft" | "active" | "paused" | "hidden" | "removed";
        StaffSponsorship: {
            id: components["schemas"]["Uuid"];
            cadence: "once" | "monthly";
            amount: number;
            currency: string;
            tier: "screw" | "gear" | "motor" | "bench";
            recipient: components["schemas"]["Recipient"];
            isAnonymous: boolean;
            message: string;
            isHidden: boolean;
            state: "pending" | "active" | "ended";
            nextDueOn: components["schemas"]["CalendarDate"] | null;
            createdAt: components["schemas"]["DateTime"];
            endedAt: components["schemas"]["DateTime"] | null;
            given: number;
            person: components["schemas"]["OrderBuyer"];
            caseId: components["schemas"]["Uuid"] | null;
        };
        StaffVolunteer: {
            id: components["schemas"]["Uuid"];
            person: components["schemas"]["AuctionSeller"];
            skills: components["schemas"]["VolunteerSkill"][];
            tags: string[];
            languages: ("ko" | "en" | "ja")[];
            isAvailable: boolean;
            suspended: boolean;
            solved: number;
            seenAt: components["schemas"]["DateTime"];
            createdAt: components["schemas"]["DateTime"];
        };
        Standing: "waiting" | "shown" | "refused" | "ended" | "planned" | "unpaid" | "unseen";
        Statistics: {
            days: {
                day: string;
                views: number;
                downloads: number;
            }[];
            sources: {
                direct: number;
                here: number;
                search: number;
                social: number;
                other: number;
            };
            total: {
                downloads: number;
                likes: number;
                comments: number;
                remixes: number;
            };
        };
        Suggestion: {
            kind: "term";
            text: string;
        } | {
            kind: "resource";
            text: string;
            id: components["schemas"]["Uuid"];
        };
        Support: {
            helped: components["schemas"]["MakeAuthor"] | null;
        };
        Synonym: {
            id: components["schemas"]["Uuid"];
            words: string[];
            createdAt: string;
        };
        TagCount: {
            tag: string;
            count: number;
        };
        TenderCard: {
            id: components["schemas"]["Uuid"];
            title: string;
            excerpt: string;
            serviceType: string;
            state: components["schemas"]["TenderState"];
            quantity: number;
            ceiling: number | null;
            ceilingTotal: number | null;
            wantedOn: string | null;
            delivery: "ship" | "pickup";
            place: components["schemas"]["OrderPlace"] | null;
            distance?: number;
            closesAt: components["schemas"]["DateTime"] | null;
            chooseBy: components["schemas"]["DateTime"] | null;
            bidCount: number;
            createdAt: components["schemas"]["DateTime"];
        };
        TenderDetail: {
            id: components["schemas"]["Uuid"];
            title: string;
            serviceType: string;
            state: components["schemas"]["TenderState"];
            quantity: number;
            ceiling: number | null;
            ceilingTotal: number | null;
            wantedOn: string | null;
            delivery: "ship" | "pickup";
            place: components["schemas"]["OrderPlace"] | null;
            closesAt: components["schemas"]["DateTime"] | null;
            chooseBy: components["schemas"]["DateTime"] | null;
            bidCount: number;
            createdAt: components["schemas"]["DateTime"];
            version: number;
            description: string;
            material: string;
            colour: string;
            tolerance: string;
            finish: string;
            publishedAt: components["schemas"]["DateTime"] | null;
            serverTime: components["schemas"]["DateTime"];
            isMine: boolean;
            isHidden: boolean;
            customer: components["schemas"]["MakeAuthor"] | null;
            files: {
                id: components["schemas"]["Uuid"];
                name: string;
                size: number;
            }[];
            canReadFiles: boolean;
            feePercent: number;
            feeBearer: "buyer" | "provider";
            formula: {
                weights: components["schemas"]["OfferedBidPoints"];
                farKm: number;
            };
            record: components["schemas"]["RecordedBid"][];
            bids: components["schemas"]["OfferedBid"][];
            myBid: components["schemas"]["OwnBid"] | null;
            myServices: {
                id: components["schemas"]["Uuid"];
                title: string;
                machines: {
                    id: string;
                    name: string;
                }[];
            }[];
            obstacle: components["schemas"]["TenderObstacle"] | null;
            endedBy: ("customer" | "staff" | "house") | null;
            reason: string;
            quote: {
                id: components["schemas"]["Uuid"];
                serviceId: components["schemas"]["Uuid"];
                state: "agreed" | "ordered" | "over";
                expiresAt: components["schemas"]["DateTime"];
                total: number;
            } | null;
            can: ("edit" | "publish" | "remove" | "cancel" | "bid" | "withdraw" | "choose" | "cancel_as_staff")[];
        };
        TenderObstacle: {
            code: string;
            message: string;
        };
        TenderState: "draft" | "open" | "closed" | "chosen" | "unchosen" | "cancelled";
        Thread: {
            id: components["schemas"]["Uuid"];
            requestId: components["schemas"]["Uuid"];
            state: "asked" | "offered" | "countered" | "accepted" | "declined" | "withdrawn" | "expired" | "void";
            version: number;
            counters: number;
            endedBy: ("customer" | "provider" | "house") | null;
            expiresAt: components["schemas"]["DateTime"];
            orderedAt: components["schemas"]["DateTime"] | null;
            service: {
                language: "ko" | "en" | "ja";
                translations: components["schemas"]["GameTranslations"];
                id: components["schemas"]["Uuid"];
                title: string;
                serviceType: string;
                isIndividual: boolean;
                isActive: boolean;
                rating: number | null;
                location: components["schemas"]["OrderPlace"] | null;
            };
            provider: components["schemas"]["MakeAuthor"] | null;
            offers: {
                number: number;
                by: "customer" | "provider";
                principal: number;
                fee: number;
                total: number;
                readyInDays: number;
                readyOn: string | null;
                daysOff: components["schemas"]["DaysOff"] | null;
                note: string;
                madeAt: components["schemas"]["DateTime"];
                validUntil: components["schemas"]["DateTime"];
                isVoid: boolean;
            }[];
            conversation: {
                id: components["schemas"]["Uuid"];
                unread: number;
            } | null;
            can: ("offer" | "counter" | "accept" | "decline" | "withdraw")[];
        };
        Transaction: {
            id: string;
            kind: "paid" | "refund_decided" | "refunded" | "earned" | "paid_out" | "payout_returned" | "debt" | "netted" | "corrected";
            amount: number;
            currency: string;
            orderId: components["schemas"]["Uuid"] | null;
            title: string | null;
            reason: string;
            at: components["schemas"]["DateTime"];
        };
        Unit: "micron" | "millimeter" | "centimeter" | "inch" | "foot" | "meter";
        Unread: {
            unread: number;
        };
        UploadInfo: {
            id: components["schemas"]["Uuid"];
            name: string;
            size: number;
            received: number;
            state: "receiving" | "quarantined" | "finished" | "refused";
            sha256: string | null;
            refusal: components["schemas"]["TenderObstacle"] | null;
            expiresAt: string;
        };
        Uuid: string;
        Verification: {
            phoneVerified: boolean;
            phone: string | null;
            pendingCode: {
                phone: string;
                expiresAt: components["schemas"]["DateTime"];
            } | null;
            bankAccount: components["schemas"]["BankAccount"] | null;
        };
        Volunteer: {
            skills: components["schemas"]["VolunteerSkill"][];
            tags: string[];
            languages: ("ko" | "en" | "ja")[];
            isAvailable: boolean;
            availableUntil: components["schemas"]["DateTime"] | null;
            solved: number;
        };
        VolunteerSkill: "printing" | "assembly" | "electronics" | "firmware" | "modelling" | "cnc" | "woodworking" | "metalworking" | "software" | "ai";
        Wait: {
            usual: number;
            long: number;
        };
        Waiting: {
            id: components["schemas"]["Uuid"];
            problem: string;
            language: "ko" | "en" | "ja";
            skill: components["schemas"]["WaitingSkill"];
            printer: string;
            resource: components["schemas"]["ReviewService"] | null;
            step: number | null;
            question: components["schemas"]["WaitingQuestion"] | null;
            isAboutOrder: boolean;
            asker: components["schemas"]["WaitingAsker"] | null;
            waitingSince: components["schemas"]["DateTime"];
        };
        WaitingAsker: {
            id: components["schemas"]["Uuid"];
            username: string;
            fullName: string;
            avatarUrl: string | null;
        };
        WaitingQuestion: {
            title: string;
            path: string;
        };
        WaitingSkill: "" | "printing" | "assembly" | "electronics" | "firmware" | "modelling" | "cnc" | "woodworking" | "metalworking" | "software" | "ai";
        WaitsFor: "buyer" | "provider" | "admin" | "system" | "both";
        Workshop: {
            rateCard: components["schemas"]["RateCard"] | null;
            machines: components["schemas"]["Machine"][];
            calendar: components["schemas"]["Calendar"];
        };
        Reads: {
            "/api/user/security": components["schemas"]["Security"];
            "/api/user/sessions": {
                id: components["schemas"]["Uuid"];
                browser: string;
                system: string;
                network: string;
                method: "password" | "passkey" | "second_factor" | "service";
                createdAt: components["schemas"]["DateTime"];
                usedAt: components["schemas"]["DateTime"];
                current: boolean;
            }[];
            "/api/auth/services": ("kakao" | "naver" | "line" | "google")[];
            "/api/auth/completion": components["schemas"]["Completion"];
            "/api/user": components["schemas"]["CurrentUser"];
            "/api/user/consents": components["schemas"]["Consents"];
            "/api/resources": components["schemas"]["ResourceCard"][];
            "/api/resources/type/{type}": components["schemas"]["ResourceCard"][];
            "/api/resources/suggest": components["schemas"]["Suggestion"][];
            "/api/resources/facets": components["schemas"]["Facets"];
            "/api/resources/{id}": components["schemas"]["ResourceDetail"];
            "/api/resources/{id}/files/{fileId}/tensors": {
                name: string;
                dtype: string;
                shape: number[];
                bytes: number;
            }[];
            "/api/resources/{id}/progress": components["schemas"]["Progress"];
            "/api/resources/{id}/download-check": components["schemas"]["DownloadCheck"];
            "/api/resources/{id}/files/{fileId}/entries": components["schemas"]["ArchiveContents"];
            "/api/user/resources": components["schemas"]["OwnResource"][];
            "/api/resources/{id}/remixes": components["schemas"]["RemixTree"];
            "/api/resources/{id}/statistics": components["schemas"]["Statistics"];
            "/api/admin/resources": components["schemas"]["StaffResource"][];
            "/api/oembed": {
                version: "1.0";
                type: "rich";
                provider_name: string;
                provider_url: string;
                title: string;
                author_name: string;
                html: string;
                width: number;
                height: number;
                thumbnail_url?: string;
                thumbnail_width?: number;
                thumbnail_height?: number;
            };
            "/api/uploads": components["schemas"]["UploadInfo"][];
            "/api/uploads/{id}": components["schemas"]["UploadInfo"];
            "/api/search/stats": components["schemas"]["SearchStatistics"];
            "/api/admin/search-synonyms": components["schemas"]["Synonym"][];
            "/api/admin/services": components["schemas"]["StaffService"][];
            "/api/services": components["schemas"]["ServiceCard"][];
            "/api/services/type/{type}": components["schemas"]["ServiceCard"][];
            "/api/services/nearby": components["schemas"]["ServiceCard"][];
            "/api/map": components["schemas"]["MapSettings"];
            "/api/services/{id}": components["schemas"]["ServiceDetail"];
            "/api/user/services": components["schemas"]["OwnService"][];
            "/api/user/services/{id}": components["schemas"]["ManagedService"];
            "/api/user/services/{id}/workshop": components["schemas"]["ManagedWorkshop"];
            "/api/geocode": components["schemas"]["OrderPlace"][];
            "/api/admin/channels": components["schemas"]["StaffChannel"][];
            "/api/admin/sanctions": components["schemas"]["Sanction"][];
            "/api/channels": components["schemas"]["Channel"][];
            "/api/channels/{id}": components["schemas"]["Channel"];
            "/api/sanctions": components["schemas"]["Sanction"][];
            "/api/banned-words": components["schemas"]["BannedWord"][];
            "/api/user/blocks": components["schemas"]["WaitingAsker"][];
            "/api/channels/{id}/messages": components["schemas"]["Message"][];
            "/api/channels/{id}/messages/{seq}": components["schemas"]["Message"];
            "/api/messages": components["schemas"]["FoundMessage"][];
            "/api/messages/{id}": components["schemas"]["Message"];
            "/api/messages/{id}/history": components["schemas"]["Edit"][];
            "/api/channels/{id}/pins": components["schemas"]["Message"][];
            "/api/channels/{id}/questions": components["schemas"]["Question"][];
            "/api/channels/{id}/tags": components["schemas"]["TagCount"][];
            "/api/channels/{id}/people": components["schemas"]["WaitingAsker"][];
            "/api/channels/{id}/presence": components["schemas"]["Presence"];
            "/api/user/conversations": components["schemas"]["Conversation"][];
            "/api/conversations/{id}": components["schemas"]["ConversationDetail"];
            "/api/user/quote-requests": components["schemas"]["RequestSummary"][];
            "/api/user/quote-requests/counts": components["schemas"]["RequestCounts"];
            "/api/quote-requests/{id}": components["schemas"]["RequestDetail"];
            "/api/services/printers": components["schemas"]["PrintersAnswer"];
            "/api/quotes/{id}": components["schemas"]["Quote"];
            "/api/user/quotes": components["schemas"]["Quote"][];
            "/api/tenders": components["schemas"]["TenderCard"][];
            "/api/user/tenders": components["schemas"]["TenderCard"][];
            "/api/tenders/{id}": components["schemas"]["TenderDetail"];
            "/api/payments/{id}": components["schemas"]["Payment"];
            "/api/user/transactions": components["schemas"]["Transaction"][];
            "/api/user/earnings": components["schemas"]["Earnings"];
            "/api/refunds/{id}": components["schemas"]["Refund"];
            "/api/admin/money": components["schemas"]["MoneyState"];
            "/api/admin/findings": components["schemas"]["Finding"][];
            "/api/admin/payouts": components["schemas"]["StaffPayout"][];
            "/api/admin/refunds": components["schemas"]["StaffRefund"][];
            "/api/admin/journals": components["schemas"]["StaffJournal"][];
            "/api/admin/orders/{id}/journals": components["schemas"]["OrderBooks"];
            "/api/admin/adjustments": components["schemas"]["Adjustment"][];
            "/api/admin/orders": components["schemas"]["StaffOrder"][];
            "/api/admin/disputes": components["schemas"]["StaffDispute"][];
            "/api/admin/orders/{id}": components["schemas"]["StaffOrderDetail"];
            "/api/services/{id}/offer": components["schemas"]["OrderOffer"];
            "/api/orders/{id}": components["schemas"]["OrderDetail"];
            "/api/user/orders": components["schemas"]["OrderSummary"][];
            "/api/auctions": components["schemas"]["AuctionCard"][];
            "/api/user/auctions": components["schemas"]["OwnAuctionCard"][];
            "/api/auctions/{id}": components["schemas"]["AuctionDetail"];
            "/api/auctions/{id}/log": components["schemas"]["AuctionLog"];
            "/api/admin/auctions": components["schemas"]["StaffLot"][];
            "/api/admin/bidders": components["schemas"]["Bidder"][];
            "/api/sponsorship": components["schemas"]["SponsorOffer"];
            "/api/sponsorship/recipient": components["schemas"]["AskedRecipient"];
            "/api/sponsors": components["schemas"]["Sponsor"][];
            "/api/sponsorship/books": components["schemas"]["Books"];
            "/api/user/sponsorships": components["schemas"]["OwnSponsorship"][];
            "/api/user/sponsorships/{id}": components["schemas"]["OwnSponsorship"];
            "/api/contributions/{id}": components["schemas"]["OwnSponsorship"];
            "/api/admin/sponsors": components["schemas"]["StaffSponsorship"][];
            "/api/ads": components["schemas"]["Ad"][];
            "/api/user/banners": components["schemas"]["Banner"][];
            "/api/admin/ads": components["schemas"]["StaffBanner"][];
            "/api/admin/settings": components["schemas"]["Setting"][];
            "/api/orders/{id}/reviews": components["schemas"]["OrderReviews"];
            "/api/services/{id}/reviews": components["schemas"]["Review"][];
            "/api/services/{id}/reviews/summary": components["schemas"]["ReviewSummary"];
            "/api/people/{username}/reviews": components["schemas"]["Review"][];
            "/api/people/{username}/reviews/summary": {
                provider: components["schemas"]["ReviewSummary"];
                buyer: components["schemas"]["ReviewSummary"];
            };
            "/api/sandbox/payments/{key}": components["schemas"]["SandboxPayment"];
            "/api/calls/{channel}": components["schemas"]["Call"];
            "/api/calls/{channel}/models": components["schemas"]["ModelChoices"];
            "/api/call-links/{token}": components["schemas"]["LinkState"];
            "/api/assistant": components["schemas"]["About"];
            "/api/assistant/score": components["schemas"]["Score"];
            "/api/assistant/conversations": components["schemas"]["ConversationRow"][];
            "/api/assistant/conversations/{id}": components["schemas"]["AssistantConversation"];
            "/api/assistant/conversations/{id}/guide": components["schemas"]["Guide"];
            "/api/assistant/conversations/{id}/messages/{messageId}": components["schemas"]["AssistantMessage"];
            "/api/resources/{id}/step-proposals": components["schemas"]["Proposal"][];
            "/api/user/step-proposals": components["schemas"]["Proposal"][];
            "/api/assistant/documents": components["schemas"]["Document"][];
            "/api/assistant/documents/{id}": components["schemas"]["Document"];
            "/api/assistant/documents/{id}/pages/{page}": components["schemas"]["Page"];
            "/api/play/{id}": components["schemas"]["Game"];
            "/api/play/{id}/saves": components["schemas"]["Saves"];
            "/api/people/{username}": components["schemas"]["PublicPerson"];
            "/api/people/{username}/resources": components["schemas"]["ResourceCard"][];
            "/api/people/{username}/services": components["schemas"]["ServiceCard"][];
            "/api/user/profile": components["schemas"]["Profile"];
            "/api/resources/{id}/likes": components["schemas"]["Likes"];
            "/api/people/{username}/follow": components["schemas"]["Follows"];
            "/api/user/following": components["schemas"]["Followed"][];
            "/api/resources/{id}/comments": components["schemas"]["Comment"][];
            "/api/resources/{id}/step-comments": components["schemas"]["Reply"][];
            "/api/resources/{id}/makes": components["schemas"]["Make"][];
            "/api/resources/{id}/makes/summary": components["schemas"]["MakeSummary"];
            "/api/machines": string[];
            "/api/user/collections": components["schemas"]["OwnCollection"][];
            "/api/people/{username}/collections": components["schemas"]["Collection"][];
            "/api/collections/{id}": components["schemas"]["CollectionDetail"];
            "/api/collections/{id}/items": components["schemas"]["CollectionItem"][];
            "/api/admin/engineers": components["schemas"]["StaffVolunteer"][];
            "/api/support": components["schemas"]["Overview"];
            "/api/engineers": components["schemas"]["Engineer"][];
            "/api/people/{username}/support": components["schemas"]["PersonSupport"];
            "/api/user/volunteer": components["schemas"]["Volunteer"] | null;
            "/api/user/support-queue": components["schemas"]["Waiting"][];
            "/api/user/support-sessions": components["schemas"]["Session"][];
            "/api/support-sessions/{id}": components["schemas"]["Session"];
            "/api/admin/reports": components["schemas"]["StaffCase"][];
            "/api/moderation-log": components["schemas"]["ModerationLog"];
            "/api/user/moderation": components["schemas"]["OwnCase"][];
            "/api/user/moderation/{id}": components["schemas"]["OwnCase"];
            "/api/user/verification": components["schemas"]["Verification"];
            "/api/user/bank-account": components["schemas"]["BankAccount"];
            "/api/admin/users": components["schemas"]["AdminPerson"][];
            "/api/admin/audit": components["schemas"]["AuditEntry"][];
            "/api/admin/jobs": components["schemas"]["StaffJob"][];
            "/api/admin/stats": {
                users: number;
                services: number;
                resources: number;
                auctions: number;
                orders: number;
                trends: {
                    users: components["schemas"]["GetAdminStatsUser"][];
                    resources: components["schemas"]["GetAdminStatsUser"][];
                    orders: components["schemas"]["GetAdminStatsUser"][];
                };
                money: {
                    escrow: number;
                    sponsors: number;
                    payable: number;
                    paid: components["schemas"]["GetAdminStatsUser"][];
                } | null;
                queues: {
                    name: "appeals" | "disputes" | "reports" | "payouts" | "failedPayouts" | "refunds" | "findings" | "adjustments" | "banners" | "jobs";
                    count: number;
                }[];
                recentUsers: {
                    id: components["schemas"]["Uuid"];
                    username: string;
                    fullName: string;
                    role: components["schemas"]["CurrentUserRole"];
                    createdAt: components["schemas"]["DateTime"];
                }[];
                recentResources: {
                    id: components["schemas"]["Uuid"];
                    title: string;
                    owner: string;
                    createdAt: components["schemas"]["DateTime"];
                }[];
            };
            "/api/user/notifications": components["schemas"]["Notification"][];
            "/api/user/notifications/unread": components["schemas"]["Unread"];
            "/api/user/notification-settings": components["schemas"]["Settings"];
            "/api/user/export/state": components["schemas"]["DataExport"];
            "/api/site": {
                operator: {
                    name: string;
                    representative: string;
                    address: string;
                    phone: string;
                    email: string;
                    businessNumber: string;
                    mailOrderNumber: string;
                    hosting: string;
                } | null;
                notice: components["schemas"]["ChannelNames"] | null;
                ads: components["schemas"]["AdPlaces"] | null;
                socialLinks: {
                    name: string;
                    url: string;
                }[];
            };
            "/.well-known/gongbang-keys.json": {
                keys: {
                    kty: "OKP";
                    crv: "Ed25519";
                    kid: string;
                    x: string;
                    createdAt: components["schemas"]["DateTime"];
                    isCurrent: boolean;
                }[];
            };
            "/healthz": components["schemas"]["Health"];
            "/readyz": components["schemas"]["Health"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
