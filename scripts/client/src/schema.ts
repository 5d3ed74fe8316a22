/**
 * Made by `npm run client`; not to be edited.
 * document sha256: c18dd3aab9d0428353eeb91884471de4c25c803606181ff2ac16f9354afb3e42
 */
export interface paths {
    "/api/license/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the result of each check of a license by its number and domain */
        get: {
            parameters: {
                query: {
                    code: string;
                    domain: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                valid: boolean;
                                checks: {
                                    code: boolean;
                                    domain: boolean;
                                    period: boolean;
                                    signature: boolean;
                                };
                                companyName: string | null;
                                expirationTime: number | null;
                                message: string;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/solution/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                description: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                deployType: string;
                                isHot: boolean;
                                version: string;
                                tags: string[];
                                demoUrl: string;
                                sortOrder: number;
                                detailContent: string;
                                /** @description Any JSON object or list, for the site's own pages */
                                gallery: unknown;
                                techTags: string[];
                                /** @description Any JSON object or list, for the site's own pages */
                                features: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                techStack: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                changelog: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                envRequirements: unknown;
                                seoTitle: string;
                                seoDescription: string;
                                createTime: number;
                                updateTime: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017002000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/solution/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the tree of industry categories in use */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: components["schemas"]["IndustryCategory"][];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/solution/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists solutions, optionally of a category and its subcategories */
        get: {
            parameters: {
                query?: {
                    categoryId?: number;
                    deployType?: string;
                    keyword?: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                description: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                deployType: string;
                                isHot: boolean;
                                version: string;
                                tags: string[];
                                demoUrl: string;
                                sortOrder: number;
                            }[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017002000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/im/forbidSendMsg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mutes up to 500 accounts for a number of seconds; 0 unmutes them, 4294967295 mutes them permanently */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        groupId: string;
                        members_Account: (string | number)[];
                        /** Format: int64 */
                        muteTime: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009001 | 1001009003 | 1015004000 | 1015004001 | 1015004003 | 1015004004 | 1015004005;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/im/getAppidGroupList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the chat groups of lives; getGroupInfo returns their details */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                totalCount: number;
                                groupIdList: {
                                    groupId: string;
                                    type: string | null;
                                    name: string | null;
                                    introduction: string | null;
                                    notification: string | null;
                                    faceUrl: string | null;
                                    muteAllMember: string | null;
                                    memberNum: number | null;
                                    maxMemberNum: number | null;
                                    memberList: {
                                        nickname: string;
                                        avatar: string;
                                        role: string;
                                        member_Account: string;
                                        joinTime: number;
                                        muteUntil: number;
                                        lastSendMsgTime: number;
                                    }[] | null;
                                }[];
                                errorInfo: string;
                                actionStatus: string;
                                errorCode: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015004000 | 1015004003 | 1015004004 | 1015004005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/im/getGroupInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns a chat group and its members */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        groupId: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                groupInfo: {
                                    groupId: string;
                                    type: string | null;
                                    name: string | null;
                                    introduction: string | null;
                                    notification: string | null;
                                    faceUrl: string | null;
                                    muteAllMember: string | null;
                                    memberNum: number | null;
                                    maxMemberNum: number | null;
                                    memberList: {
                                        nickname: string;
                                        avatar: string;
                                        role: string;
                                        member_Account: string;
                                        joinTime: number;
                                        muteUntil: number;
                                        lastSendMsgTime: number;
                                    }[] | null;
                                    errorCode: number;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015004000 | 1015004001 | 1015004003 | 1015004004 | 1015004005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/im/getGroupMutedAccount": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the members who are muted in a chat group */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        groupId: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                mutedAccountList: {
                                    nickname: string;
                                    avatar: string;
                                    member_Account: string;
                                    mutedUntil: number;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015004000 | 1015004001 | 1015004003 | 1015004004 | 1015004005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/im/getOnlineMemberNum": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts the members of a chat group who are online */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        groupId: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: number;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015004000 | 1015004001 | 1015004003 | 1015004004 | 1015004005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/im/modifyGroupBaseInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Updates the name, texts and picture of a chat group, and whether everyone is muted */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        groupId: string;
                        name?: string;
                        introduction?: string | null;
                        notification?: string | null;
                        faceUrl?: ("" | string) | null;
                        /** @enum {string} */
                        muteAllMember?: "On" | "Off";
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009001 | 1001009003 | 1015004000 | 1015004001 | 1015004003 | 1015004004 | 1015004005;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/live/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the running live of the own room, and cuts its stream */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015002000 | 1015002002;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/live/getLiveLikePlayTimesInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the numbers of plays and likes of a live; virtual counts are to be added for display */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                playTimes: number;
                                likeTimes: number;
                                virtualPlayTimes: number;
                                virtualLikeTimes: number;
                                status: number;
                                recordEvent: string;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015002000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/live/getLiveRoomLivingPage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists lives with their rooms, newest first; ended ones with their recordings */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        liveName?: string;
                        /** @enum {integer} */
                        status?: 0 | 1 | 2;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    liveRoomBaseInfoRespVO: {
                                        id: number;
                                        memberUserId: number;
                                        isAuthentication: boolean;
                                        roomName: string;
                                        description: string;
                                        discussant: string;
                                        liveType: number;
                                        createTime: number;
                                    } | null;
                                    liveBaseInfoRespVO: {
                                        id: number;
                                        liveRoomId: number;
                                        liveName: string;
                                        coverImg: string;
                                        description: string;
                                        startTime: number | null;
                                        endTime: number | null;
                                        pushUrl: string | null;
                                        pushUrlQr: string | null;
                                        playUrl: string | null;
                                        type: number;
                                        status: number;
                                        playTimes: number;
                                        likeTimes: number;
                                        virtualPlayTimes: number;
                                        virtualLikeTimes: number;
                                        streamName: string;
                                        safeUrl: string | null;
                                        playEndpoint: string | null;
                                        isMain: number;
                                        createTime: number;
                                    };
                                    baseRecordInfoRespVOList: {
                                        id: number;
                                        streamId: string;
                                        channelId: string;
                                        fileId: string;
                                        recordFileId: string;
                                        duration: number;
                                        fileSize: number;
                                        videoUrl: string;
                                        streamParam: string;
                                        createTime: number;
                                    }[];
                                }[];
                                total: number;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1001009003;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/live/like": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Likes a running live, up to 20 times per call */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        count: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015002000 | 1015002002;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudlive/live/play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records a play of a running live */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1015002000 | 1015002002;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudvod/getUploadVodSignature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a signature with which a client uploads a video directly to the provider, valid for two hours */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: string;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1016001002;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudvod/vod/deleteVodByFileId": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes one of the member's videos */
        post: {
            parameters: {
                query: {
                    fileId: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1016001000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudvod/vod/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one of the member's videos: play address, cover and status */
        get: {
            parameters: {
                query: {
                    fileId: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                fileId: string;
                                mediaUrl: string;
                                coverUrl: string;
                                /** @description 0 stored, 1 being fetched by the provider, 2 ready, 3 refused by the provider, 4 being deleted, 5 deleted */
                                status: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1016001000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/cloudvod/vod/uploadVodFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stores a video (mp4, mov or webm); its cover is set later */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        uploadFile: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                mediaUrl: string;
                                fileId: string;
                                coverUrl: string;
                                header: null;
                                skipSign: boolean;
                                requestId: string;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1001009003;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/infra/file/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stores a member's picture (png, jpeg, gif, webp; at most 5 MiB, with a daily limit of bytes) and returns its address */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: string;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001003001 | 1001003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/address/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates an address and returns its id */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        userId: number;
                        province?: string;
                        city?: string;
                        district?: string;
                        name: string;
                        mobile: string;
                        /** Format: int64 */
                        areaId: number;
                        detailAddress: string;
                        defaultStatus?: boolean | null;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: number;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1004001000 | 1004004001;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/address/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes an address */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        userId: number;
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1004004000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/address/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns an address */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        userId: number;
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                id: number;
                                userId: number;
                                province: string | null;
                                city: string | null;
                                district: string | null;
                                name: string;
                                mobile: string;
                                areaId: number;
                                areaName: string;
                                detailAddress: string;
                                defaultStatus: boolean;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1004004000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/address/get-default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the default address, or null */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        userId: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                id: number;
                                userId: number;
                                province: string | null;
                                city: string | null;
                                district: string | null;
                                name: string;
                                mobile: string;
                                areaId: number;
                                areaName: string;
                                detailAddress: string;
                                defaultStatus: boolean;
                            } | null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/address/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's addresses, newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        userId: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                id: number;
                                userId: number;
                                province: string | null;
                                city: string | null;
                                district: string | null;
                                name: string;
                                mobile: string;
                                areaId: number;
                                areaName: string;
                                detailAddress: string;
                                defaultStatus: boolean;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/address/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Updates the given fields of an address */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        /** Format: int64 */
                        userId?: number;
                        province?: string;
                        city?: string;
                        district?: string;
                        name?: string | null;
                        mobile?: string;
                        /** Format: int64 */
                        areaId?: number;
                        detailAddress?: string | null;
                        defaultStatus?: boolean | null;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1004001000 | 1004004000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/create-social-jsapi-signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a page for the provider's script */
        post: {
            parameters: {
                query: {
                    url: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                appId: string;
                                timestamp: number;
                                nonceStr: string;
                                signature: string;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002018000 | 1002018002 | 1004003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/get-social-openid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchanges a mini-program login code for the openid and unionid */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        loginCode: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                openid: string;
                                unionid: string | null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1001009004 | 1002018000 | 1002018002 | 1002018200 | 1004003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by mobile and password */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "mobile": "13800000001",
                     *       "password": "demo1234"
                     *     }
                     */
                    "application/json": {
                        mobile: string;
                        password: string;
                        /** @enum {integer} */
                        socialType?: 30 | 31 | 32 | 34;
                        socialCode?: string;
                        socialState?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                userId: number;
                                accessToken: string;
                                refreshToken: string;
                                expiresTime: number;
                                openid: string | null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1001009004 | 1002018000 | 1002018002 | 1002018200 | 1004001019 | 1004003000 | 1004003001 | 1004003005 | 1004003010;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the session of the token; true without one */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issues a new token pair; the given refresh token is no longer valid */
        post: {
            parameters: {
                query?: {
                    refreshToken?: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        refreshToken?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                userId: number;
                                accessToken: string;
                                refreshToken: string;
                                expiresTime: number;
                                openid: string | null;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 4010;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                422: components["responses"]["Refused422"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/send-sms-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an SMS code; true when it is queued */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        mobile: string;
                        /** @enum {integer} */
                        scene?: 1 | 2 | 3 | 4;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1001009004 | 1002014004 | 1002014005 | 1004003008;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/sms-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by mobile and SMS code; creates the member if absent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "mobile": "13800000001",
                     *       "code": "1234",
                     *       "loginType": 20
                     *     }
                     */
                    "application/json": {
                        mobile: string;
                        code: string;
                        /** @enum {integer} */
                        loginType: 10 | 20;
                        /** @enum {integer} */
                        socialType?: 30 | 31 | 32 | 34;
                        socialCode?: string;
                        socialState?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                userId: number;
                                accessToken: string;
                                refreshToken: string;
                                expiresTime: number;
                                openid: string | null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1001009004 | 1002014000 | 1002014001 | 1002014002 | 1002018000 | 1002018002 | 1002018200 | 1004001019 | 1004003001 | 1004003005 | 1004003010;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/social-auth-redirect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the address of the provider's consent page, with a new state that a cookie binds to the browser */
        get: {
            parameters: {
                query: {
                    type: 30 | 31 | 32 | 34;
                    redirectUri: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: string;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1001009003;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/social-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by an authorization code and the state it came with; creates the member if absent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        type: 30 | 31 | 32 | 34;
                        code: string;
                        state?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                userId: number;
                                accessToken: string;
                                refreshToken: string;
                                expiresTime: number;
                                openid: string | null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1001009004 | 1002018000 | 1002018002 | 1002018200 | 1004003001 | 1004003005 | 1004003010;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/social-mini-app-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by a mini-program's login code, and binds the phone of a phone code */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        loginCode: string;
                        phoneCode?: string;
                        state?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                userId: number;
                                accessToken: string;
                                refreshToken: string;
                                expiresTime: number;
                                openid: string | null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1001009004 | 1002018000 | 1002018002 | 1002018200 | 1004001000 | 1004001018 | 1004001019 | 1004003001 | 1004003005 | 1004003007 | 1004003010;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/auth/validate-sms-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks an SMS code and uses it up */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        mobile: string;
                        /** @enum {integer} */
                        scene?: 1 | 2 | 3 | 4;
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1001009004 | 1002014000 | 1002014001 | 1002014002 | 1004003010;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/device/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the devices the member is signed in on, newest first */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                deviceName: string;
                                terminal: number;
                                ip: string;
                                userAgent: string;
                                loginTime: number;
                                lastActiveTime: number;
                                current: boolean;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/device/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a device out immediately */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1004005000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/experience-record/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the changes of the member's experience, newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    title: string;
                                    description: string;
                                    bizType: number;
                                    experience: number;
                                    totalExperience: number;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/level/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists enabled levels with the experience they require, lowest first */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                level: number;
                                experience: number;
                                discountPercent: string;
                                icon: string;
                                backgroundUrl: string;
                                description: string;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/point/record/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's points earned (addStatus true) or spent (false), newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        addStatus?: boolean;
                        createTime?: number[];
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    title: string;
                                    description: string;
                                    bizType: number;
                                    point: number;
                                    owed: number;
                                    totalPoint: number;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/sign-in/config/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the reward of each sign-in day */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                day: number;
                                point: number;
                                experience: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/sign-in/record/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records today's sign-in, once per day in Asia/Shanghai, and returns the reward */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                day: number;
                                point: number;
                                experience: number;
                                createTime: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1004001000 | 1004001003 | 1004003001 | 1004010000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/sign-in/record/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's sign-ins, newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    day: number;
                                    point: number;
                                    experience: number;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/sign-in/record/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the number of sign-in days, in total and in a row */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                totalDay: number;
                                continuousDay: number;
                                todaySignIn: boolean;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/user/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the signed-in member */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                nickname: string;
                                avatar: string;
                                mobile: string | null;
                                sex: number;
                                point: number;
                                pointOwed: number;
                                experience: number;
                                level: {
                                    id: number;
                                    name: string;
                                    level: number;
                                    icon: string;
                                    description: string;
                                    discountPercent: string;
                                    backgroundUrl: string;
                                } | null;
                                brokerageEnabled: boolean | null;
                                status: number;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1004001000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/user/logoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Closes the member's account permanently; while the wallet holds money, it takes an SMS code of scene 1 sent to the member's own mobile */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        code?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002014000 | 1002014001 | 1002014002 | 1004001000 | 1004001003 | 1004001010 | 1004001011 | 1004001012 | 1004001013 | 1004001014 | 1004001015 | 1004001016 | 1004001017 | 1007002000 | 1007007001 | 1007007003 | 1007007005 | 1007007009 | 1011000011 | 1011000025;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/user/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resets the password, proved by an SMS code of scene 4; ends the other sessions */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        mobile: string;
                        password: string;
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002014000 | 1002014001 | 1002014002 | 1004001000 | 1004001001 | 1004001018;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/user/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Updates the given fields of the member; status 1 closes the account, 0 reopens it */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        nickname?: string;
                        avatar?: "" | string;
                        /** @enum {integer} */
                        sex?: 1 | 2 | 3;
                        /** @enum {integer} */
                        status?: 0 | 1;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1004001000 | 1004001018;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/user/update-mobile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the mobile, proved by an SMS code of scene 2; notifies the old one and ends the other sessions */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        mobile: string;
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002014000 | 1002014001 | 1002014002 | 1004001000 | 1004001018 | 1004003007;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/member/user/update-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the password, proved by an SMS code of scene 3, or in a shop without SMS by a social account; ends the other sessions */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password: string;
                        code?: string;
                        /** @enum {integer} */
                        socialType?: 30 | 31 | 32 | 34;
                        socialCode?: string;
                        socialState?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002014000 | 1002014001 | 1002014002 | 1002018000 | 1002018002 | 1002018200 | 1004001000 | 1004001018 | 1004003005;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/channel/get-enable-code-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the pay channels that clients of an app (1 mall, 8 wallet) may offer */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        appId: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: string[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1007000000 | 1007000002;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/order/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one of the member's pay orders; with sync (default) a waiting one is queried at its channel first */
        get: {
            parameters: {
                query: {
                    id: number;
                    sync?: boolean;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                appId: number;
                                channelId: number | null;
                                channelCode: string | null;
                                merchantOrderId: string;
                                subject: string;
                                body: string;
                                notifyUrl: string;
                                price: number;
                                channelFeeRate: number | null;
                                channelFeePrice: number | null;
                                status: number;
                                userIp: string;
                                expireTime: number;
                                successTime: number | null;
                                extensionId: number | null;
                                no: string | null;
                                refundPrice: number;
                                channelUserId: number | null;
                                channelOrderNo: string | null;
                                createTime: number;
                                walletCombinationPaymentPrice: number;
                                walletCombinationRefundPrice: number;
                                isVirtualSpuBoolean: boolean;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1007001001 | 1007002000 | 1007007001 | 1007007003 | 1007007005 | 1007007009;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/order/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a payment through a channel */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                    /** @description For 24 h, requests with the same key get the first response */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        /** Format: int64 */
                        userId: number;
                        /** @enum {string} */
                        channelCode: "wallet" | "social_lite" | "social_app" | "social_native" | "social_pub" | "payplat_app" | "payplat_pc";
                        channelExtras?: {
                            openid?: string;
                            wallet_combination_payment_price?: string;
                        };
                        /** @enum {string} */
                        displayMode: "url" | "iframe" | "form" | "qr_code" | "qr_code_url" | "bar_code" | "app";
                        returnUrl: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                status: number;
                                displayMode: string | null;
                                displayContent: string | null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1007000000 | 1007000002 | 1007001000 | 1007001001 | 1007002000 | 1007002001 | 1007002002 | 1007002003 | 1007002004 | 1007003002 | 1007007001 | 1007007003 | 1007007005 | 1007007009;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                409: components["responses"]["Refused409"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                422: components["responses"]["Refused422"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet-recharge-package/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists enabled recharge packages, cheapest first */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                payPrice: number;
                                bonusPrice: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet-recharge/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a recharge, paid through its pay order (appId 8); a package sets price and bonus */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                    /** @description For 24 h, requests with the same key get the first response */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        payPrice: number;
                        /** Format: int64 */
                        packageId?: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                payOrderId: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1007000000 | 1007000002 | 1007008011 | 1007008012;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                409: components["responses"]["Refused409"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                422: components["responses"]["Refused422"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet-recharge/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's recharges, newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        payStatus?: boolean;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    totalPrice: number;
                                    payPrice: number;
                                    bonusPrice: number;
                                    payChannelCode: string | null;
                                    payChannelName: string | null;
                                    payOrderId: number;
                                    payOrderChannelOrderNo: string | null;
                                    payTime: number | null;
                                    refundStatus: number;
                                    no: string | null;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet-transaction/get-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the sums of expense (<= 0) and income in a period; of all time without one */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        createTime?: number[];
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                totalExpense: number;
                                totalIncome: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet-transaction/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the wallet's income (type 1) or expense (type 2), newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        type?: 1 | 2;
                        createTime?: number[];
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    /** @enum {number} */
                                    bizType: 1 | 2 | 3 | 4 | 5 | 6;
                                    price: number;
                                    title: string;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the member's wallet; an empty one is created at first use */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                balance: number;
                                totalExpense: number;
                                totalRecharge: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet/getPaymentPwdPublicKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the key that payment passwords are encrypted with: base64 of RSA-OAEP-SHA256 */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                keyId: string;
                                publicKey: string;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet/updatePaymentPwd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets (oldPassword "") or changes the payment password of six digits */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        oldPassword: string;
                        newPassword: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1007007006 | 1007007007 | 1007007008 | 1007007010;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/pay/wallet/validatePaymentPwd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verifies the payment password; the session may then pay from the wallet for 5 min */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1007007006 | 1007007008;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/brand/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists all enabled brands */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name?: string;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                picUrl: string;
                                sort: number;
                                description: string;
                                status: number;
                                createTime: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/brand/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists enabled brands by page */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name?: string;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    name: string;
                                    picUrl: string;
                                    sort: number;
                                    description: string;
                                    status: number;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/category/getParentCategoryList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists top-level categories, with their children when isParent is false */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        isParent?: boolean;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                parentId: number;
                                name: string;
                                picUrl: string;
                                sort: number;
                                status: number;
                                subCategoryRespList: {
                                    id: number;
                                    parentId: number;
                                    name: string;
                                    picUrl: string;
                                    sort: number;
                                    status: number;
                                    subCategoryRespList: null;
                                }[] | null;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/comment/getCommentPage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the public reviews of a product; with userId or without spuId, the caller's own reviews */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        spuId?: number;
                        /** Format: int64 */
                        userId?: number;
                        /** @enum {integer} */
                        type?: 0 | 1 | 2 | 3;
                        goodComment?: boolean;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    userId: number | null;
                                    userNickname: string;
                                    userAvatar: string;
                                    anonymous: boolean;
                                    orderId: number | null;
                                    orderItemId: number | null;
                                    replyStatus: boolean;
                                    replyUserId: number | null;
                                    replyContent: string | null;
                                    replyTime: number | null;
                                    additionalContent: string | null;
                                    additionalPicUrls: string[];
                                    additionalTime: number | null;
                                    createTime: number;
                                    spuId: number;
                                    spuName: string;
                                    skuId: number;
                                    skuPicUrl: string;
                                    skuProperties: {
                                        propertyId: number;
                                        propertyName: string;
                                        valueId: number;
                                        valueName: string;
                                    }[];
                                    scores: number;
                                    descriptionScores: number;
                                    benefitScores: number;
                                    content: string;
                                    picUrls: string[];
                                    visible?: boolean;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/comment/update-visible": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shows or hides one of the member's own reviews */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        visible: boolean;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008007000 | 1008007002;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/spu/getLiveSpuDetail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the product of a live that is being explained, with its variants */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        liveId: number;
                        /** @enum {integer} */
                        explainStatus: 0 | 1;
                        /** @enum {integer} */
                        status?: 0 | 1;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                introduction: string;
                                categoryId: number;
                                picUrl: string;
                                sliderPicUrls: string[];
                                specType: boolean;
                                price: number;
                                marketPrice: number;
                                vipPrice: number | null;
                                stock: number;
                                salesCount: number;
                                isHot: boolean;
                                isNew: boolean;
                                branId: number;
                                description: string;
                                skus: {
                                    id: number;
                                    properties: {
                                        propertyId: number;
                                        propertyName: string;
                                        valueId: number;
                                        valueName: string;
                                    }[];
                                    price: number;
                                    marketPrice: number;
                                    vipPrice: number | null;
                                    picUrl: string;
                                    stock: number;
                                    weight: number;
                                    volume: number;
                                }[];
                                descriptionOne: string;
                                descriptionTwo: string;
                                descriptionThree: string;
                                liveProductBaseInfo: {
                                    id: number;
                                    liveId: number;
                                    spuId: number;
                                    status: number;
                                    sort: number;
                                    explainStatus: number;
                                    createTime: number;
                                    updateTime: number;
                                };
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1008005000 | 1008005001 | 1008005002;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/spu/getLiveSpuList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the products of a live that can be bought, by sort order; status 0 selects those on its shelf */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        liveId: number;
                        /** @enum {integer} */
                        explainStatus?: 0 | 1;
                        /** @enum {integer} */
                        status?: 0 | 1;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                introduction: string;
                                categoryId: number;
                                picUrl: string;
                                sliderPicUrls: string[];
                                specType: boolean;
                                price: number;
                                marketPrice: number;
                                vipPrice: number | null;
                                stock: number;
                                salesCount: number;
                                isHot: boolean;
                                isNew: boolean;
                                branId: number;
                                liveProductBaseInfoRespApiVO: {
                                    id: number;
                                    liveId: number;
                                    spuId: number;
                                    status: number;
                                    sort: number;
                                    explainStatus: number;
                                    createTime: number;
                                    updateTime: number;
                                };
                            }[];
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1001009003;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/spu/getSpuDetail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns a product on shelf with its variants */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                introduction: string;
                                categoryId: number;
                                picUrl: string;
                                sliderPicUrls: string[];
                                specType: boolean;
                                price: number;
                                marketPrice: number;
                                vipPrice: number | null;
                                stock: number;
                                salesCount: number;
                                isHot: boolean;
                                isNew: boolean;
                                branId: number;
                                description: string;
                                skus: {
                                    id: number;
                                    properties: {
                                        propertyId: number;
                                        propertyName: string;
                                        valueId: number;
                                        valueName: string;
                                    }[];
                                    price: number;
                                    marketPrice: number;
                                    vipPrice: number | null;
                                    picUrl: string;
                                    stock: number;
                                    weight: number;
                                    volume: number;
                                }[];
                                descriptionOne: string;
                                descriptionTwo: string;
                                descriptionThree: string;
                                liveProductBaseInfo: null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005001 | 1008005002;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/product/spu/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists products on shelf, with filters, search and sorting */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        categoryId?: number;
                        ids?: number[];
                        categoryIds?: number[];
                        /** Format: int64 */
                        brandId?: number;
                        isHot?: boolean;
                        isNew?: boolean;
                        keyword?: string;
                        /** @enum {string} */
                        sortField?: "price" | "salesCount" | "createTime";
                        sortAsc?: boolean;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    name: string;
                                    introduction: string;
                                    categoryId: number;
                                    picUrl: string;
                                    sliderPicUrls: string[];
                                    specType: boolean;
                                    price: number;
                                    marketPrice: number;
                                    vipPrice: number | null;
                                    stock: number;
                                    salesCount: number;
                                    isHot: boolean;
                                    isNew: boolean;
                                    branId: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/article/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an article with its content */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                url: string;
                                picUrl: string;
                                position: number;
                                sort: number;
                                introduction: string;
                                createTime: number;
                                content: string;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1013016000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/article/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists articles of a place, without their content */
        get: {
            parameters: {
                query: {
                    position: 1 | 2 | 3 | 4 | 5;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                url: string;
                                picUrl: string;
                                position: number;
                                sort: number;
                                introduction: string;
                                createTime: number;
                            }[];
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1013016000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/banner/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists banners of a place: 1 home, 2 flash sale, 3 bargain and group-buy, 4 discounts, 5 rewards */
        get: {
            parameters: {
                query: {
                    position: 1 | 2 | 3 | 4 | 5;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                url: string;
                                picUrl: string;
                                position: number;
                                sort: number;
                            }[];
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1013002000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/bargain-activity/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a bargain */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                startTime: number | null;
                                endTime: number | null;
                                skuId: number;
                                bargainFirstPrice: number;
                                bargainMinPrice: number;
                                helpMaxCount: number;
                                bargainCount: number | null;
                                totalLimitCount: number | null;
                                randomMinPrice: number;
                                randomMaxPrice: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005001 | 1008005002 | 1008006000 | 1013007000 | 1013007001 | 1013007002 | 1013007003 | 1013007004 | 1013007007 | 1013008000 | 1013008002 | 1013008003 | 1013008004 | 1013008005 | 1013008010 | 1013010000 | 1013010001 | 1013010002 | 1013010003 | 1013010004 | 1013010005 | 1013012000 | 1013012001 | 1013012002 | 1013012003 | 1013012005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/bargain-activity/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists current and upcoming bargains */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                startTime: number | null;
                                endTime: number | null;
                                skuId: number;
                                bargainFirstPrice: number;
                                bargainMinPrice: number;
                                helpMaxCount: number;
                                bargainCount: number | null;
                                totalLimitCount: number | null;
                                randomMinPrice: number;
                                randomMaxPrice: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/bargain-help/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Helps another member bargain and returns how much the price fell */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                    /** @description For 24 h, requests with the same key get the first response */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        recordId: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: number;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1013012000 | 1013012005 | 1013012006 | 1013012007 | 1013013000 | 1013014000 | 1013014001 | 1013014002 | 1013014003 | 1013014004;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                409: components["responses"]["Refused409"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                422: components["responses"]["Refused422"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/bargain-record/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a bargain record and returns its id */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                    /** @description For 24 h, requests with the same key get the first response */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        activityId: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: number;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005001 | 1008005002 | 1008006000 | 1013012000 | 1013012004 | 1013012005 | 1013012006 | 1013012007 | 1013013001 | 1013013002;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                409: components["responses"]["Refused409"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                422: components["responses"]["Refused422"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/bargain-record/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a bargain record and its helps, also to members who are invited to help */
        get: {
            parameters: {
                query?: {
                    id?: number;
                    activityId?: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                activityId: number;
                                userId: number;
                                spuId: number;
                                skuId: number;
                                bargainFirstPrice: number;
                                bargainPrice: number;
                                bargainMinPrice: number;
                                helpCount: number;
                                status: number;
                                endTime: number;
                                createTime: number;
                                orderId: number | null;
                                helps: {
                                    userId: number;
                                    nickname: string;
                                    avatar: string;
                                    reducePrice: number;
                                    createTime: number;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1013013000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/combination-activity/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a group-buy with its products */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                startTime: number | null;
                                endTime: number | null;
                                userSize: number;
                                limitDuration: number;
                                virtualGroup: boolean;
                                totalLimitCount: number | null;
                                singleLimitCount: number | null;
                                combinationPrice: number;
                                products: {
                                    id: number;
                                    spuId: number;
                                    skuId: number;
                                    stock: number | null;
                                    combinationPrice: number;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005001 | 1008005002 | 1008006000 | 1013007000 | 1013007001 | 1013007002 | 1013007003 | 1013007004 | 1013007007 | 1013008000 | 1013008002 | 1013008003 | 1013008004 | 1013008005 | 1013008010 | 1013010000 | 1013010001 | 1013010002 | 1013010003 | 1013010004 | 1013010005 | 1013012000 | 1013012001 | 1013012002 | 1013012003 | 1013012005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/combination-activity/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists current and upcoming group-buys */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                startTime: number | null;
                                endTime: number | null;
                                userSize: number;
                                limitDuration: number;
                                virtualGroup: boolean;
                                totalLimitCount: number | null;
                                singleLimitCount: number | null;
                                combinationPrice: number;
                                products: {
                                    id: number;
                                    spuId: number;
                                    skuId: number;
                                    stock: number | null;
                                    combinationPrice: number;
                                }[];
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/combination-record/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a group-buy record (an order's combinationRecordId) and everyone in its group */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                activityId: number;
                                userId: number;
                                nickname: string;
                                avatar: string;
                                headId: number;
                                isHead: boolean;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                skuId: number;
                                count: number;
                                combinationPrice: number;
                                status: number;
                                userSize: number;
                                userCount: number;
                                startTime: number;
                                expireTime: number;
                                endTime: number | null;
                                orderId: number | null;
                                members: {
                                    id: number;
                                    activityId: number;
                                    userId: number;
                                    nickname: string;
                                    avatar: string;
                                    headId: number;
                                    isHead: boolean;
                                    spuId: number;
                                    spuName: string;
                                    picUrl: string;
                                    skuId: number;
                                    count: number;
                                    combinationPrice: number;
                                    status: number;
                                    userSize: number;
                                    userCount: number;
                                    startTime: number;
                                    expireTime: number;
                                    endTime: number | null;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1013011000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/combination-record/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists groups by their heads, newest first; status 0 selects those that can be joined */
        get: {
            parameters: {
                query?: {
                    activityId?: number;
                    status?: 0 | 1 | 2;
                    count?: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                activityId: number;
                                userId: number;
                                nickname: string;
                                avatar: string;
                                headId: number;
                                isHead: boolean;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                skuId: number;
                                count: number;
                                combinationPrice: number;
                                status: number;
                                userSize: number;
                                userCount: number;
                                startTime: number;
                                expireTime: number;
                                endTime: number | null;
                            }[];
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1013010000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/coupon-template/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists coupons that members can take now, newest first; canTake is false once the member has reached the limit */
        get: {
            parameters: {
                query?: {
                    spuId?: number;
                    productScope?: 1 | 2 | 3;
                    count?: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                description: string;
                                name: string;
                                usePrice: number;
                                productScope: number;
                                productScopeValues: number[];
                                discountType: number;
                                discountPercent: number | null;
                                discountPrice: number | null;
                                discountLimitPrice: number | null;
                                totalCount: number;
                                takeLimitCount: number;
                                takeCount: number;
                                validityType: number;
                                validStartTime: number | null;
                                validEndTime: number | null;
                                fixedStartTerm: number | null;
                                fixedEndTerm: number | null;
                                canTake: boolean;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/coupon/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's coupons, newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        status?: 1 | 2 | 3;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    templateId: number;
                                    status: number;
                                    name: string;
                                    usePrice: number;
                                    productScope: number;
                                    productScopeValues: number[];
                                    discountType: number;
                                    discountPercent: number | null;
                                    discountPrice: number | null;
                                    discountLimitPrice: number | null;
                                    validStartTime: number;
                                    validEndTime: number;
                                    useOrderId: number | null;
                                    useTime: number | null;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/coupon/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a coupon of a template */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                    /** @description For 24 h, requests with the same key get the first response */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        templateId: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1013004000 | 1013004002 | 1013004003 | 1013004004 | 1013004005;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                409: components["responses"]["RefusedFalse409"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                422: components["responses"]["RefusedFalse422"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/discount-activity/getDiscountActivity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns all discounted products with the poster of the newest activity */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                products: {
                                    spuId: number;
                                    spuName: string;
                                    picUrl: string;
                                    skuId: number;
                                    discountType: number;
                                    discountPercent: number;
                                    discountPrice: number;
                                    price: number;
                                    salePrice: number;
                                }[];
                                remark: string;
                                imgUrl: string;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/discount-activity/getDiscountActivityPage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists discounted products by page */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                products: {
                                    spuId: number;
                                    spuName: string;
                                    picUrl: string;
                                    skuId: number;
                                    discountType: number;
                                    discountPercent: number;
                                    discountPrice: number;
                                    price: number;
                                    salePrice: number;
                                }[];
                                remark: string;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/point-activity/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an offer of the points mall */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                point: number;
                                price: number;
                                products: {
                                    id: number;
                                    spuId: number;
                                    skuId: number;
                                    stock: number | null;
                                    count: number | null;
                                    point: number;
                                    price: number;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005001 | 1008005002 | 1008006000 | 1013007000 | 1013007001 | 1013007002 | 1013007003 | 1013007004 | 1013007007 | 1013008000 | 1013008002 | 1013008003 | 1013008004 | 1013008005 | 1013008010 | 1013010000 | 1013010001 | 1013010002 | 1013010003 | 1013010004 | 1013010005 | 1013012000 | 1013012001 | 1013012002 | 1013012003 | 1013012005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/point-activity/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the offers of the points mall */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                point: number;
                                price: number;
                                products: {
                                    id: number;
                                    spuId: number;
                                    skuId: number;
                                    stock: number | null;
                                    count: number | null;
                                    point: number;
                                    price: number;
                                }[];
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/seckill-activity/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a flash sale with its products */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                startTime: number | null;
                                endTime: number | null;
                                configIds: number[];
                                totalLimitCount: number | null;
                                singleLimitCount: number | null;
                                seckillPrice: number;
                                products: {
                                    id: number;
                                    spuId: number;
                                    skuId: number;
                                    stock: number | null;
                                    seckillPrice: number;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005001 | 1008005002 | 1008006000 | 1013007000 | 1013007001 | 1013007002 | 1013007003 | 1013007004 | 1013007007 | 1013008000 | 1013008002 | 1013008003 | 1013008004 | 1013008005 | 1013008010 | 1013010000 | 1013010001 | 1013010002 | 1013010003 | 1013010004 | 1013010005 | 1013012000 | 1013012001 | 1013012002 | 1013012003 | 1013012005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/seckill-activity/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists current and upcoming flash sales, optionally of one time slot */
        get: {
            parameters: {
                query?: {
                    configId?: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                status: number;
                                spuId: number;
                                spuName: string;
                                picUrl: string;
                                marketPrice: number;
                                stock: number | null;
                                totalStock: number | null;
                                startTime: number | null;
                                endTime: number | null;
                                configIds: number[];
                                totalLimitCount: number | null;
                                singleLimitCount: number | null;
                                seckillPrice: number;
                                products: {
                                    id: number;
                                    spuId: number;
                                    skuId: number;
                                    stock: number | null;
                                    seckillPrice: number;
                                }[];
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/promotion/seckill-config/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the daily time slots of flash sales, by time */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                startTime: string;
                                endTime: string;
                                sliderPicUrls: string[];
                                status: number;
                                createTime: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/social/getAccessToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the mini-program's access token, if SOCIAL_EXPOSE_SECRETS allows it */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                accessToken: string;
                                expiresIn: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002018000 | 1002018002 | 1002018220 | 1004003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/social/getSocialOpenId/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the openid of a mini-program's login code, with the member of the token */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    code: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                openId: string;
                                sessionKey: string | null;
                                memberUserRespDTO: {
                                    id: number;
                                    nickname: string;
                                    name: string | null;
                                    status: number;
                                    avatar: string;
                                    mobile: string | null;
                                };
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002018000 | 1002018002 | 1002018200 | 1004001000 | 1004003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/social/getUserPhoneNum": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the phone number of a mini-program's phone code */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        code: string;
                        openId?: string;
                        accessToken?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                phoneNumber: string;
                                purePhoneNumber: string;
                                countryCode: number;
                                watermark: {
                                    timestamp: number;
                                    appid: string;
                                };
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1002018000 | 1002018002 | 1002018200 | 1004003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/system/area/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the tree of provinces, cities and districts; 304 if the client has it */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: components["schemas"]["AreaNode"][];
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/after-sale/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels an after-sale as long as no refund was asked for */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1011000100 | 1011000107 | 1011000115 | 1011000120 | 1011000121;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/after-sale/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Applies for an after-sale of one item of a paid order */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        orderItemId: number;
                        /** @enum {integer} */
                        way: 10 | 20;
                        count?: number;
                        refundPrice: number;
                        applyReason: string;
                        applyDescription?: string;
                        applyPicUrls?: string[];
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: number;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1011000010 | 1011000101 | 1011000102 | 1011000103 | 1011000104 | 1011000105 | 1011000116 | 1011000117 | 1011000119;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/after-sale/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records that the member has sent the goods back */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        /** Format: int64 */
                        logisticsId: number;
                        logisticsNo: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1011000100 | 1011000107 | 1011000108 | 1011004000 | 1011004003 | 1011004005;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/after-sale/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one of the member's after-sales */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                no: string;
                                status: number;
                                way: number;
                                type: number;
                                orderId: number;
                                orderNo: string;
                                orderItemId: number;
                                spuId: number;
                                spuName: string;
                                skuId: number;
                                properties: {
                                    propertyId: number;
                                    propertyName: string;
                                    valueId: number;
                                    valueName: string;
                                }[];
                                picUrl: string;
                                count: number;
                                counted: boolean;
                                receivedCount: number | null;
                                applyReason: string;
                                applyDescription: string;
                                applyPicUrls: string[];
                                refundPrice: number;
                                auditTime: number | null;
                                auditReason: string | null;
                                returnAddress: {
                                    name: string;
                                    mobile: string;
                                    areaName: string;
                                    detailAddress: string;
                                } | null;
                                logisticsId: number | null;
                                logisticsNo: string | null;
                                deliveryTime: number | null;
                                receiveTime: number | null;
                                receiveReason: string | null;
                                refundTime: number | null;
                                createTime: number;
                                updateTime: number;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1011000100;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        /** Returns one of the member's after-sales */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                no: string;
                                status: number;
                                way: number;
                                type: number;
                                orderId: number;
                                orderNo: string;
                                orderItemId: number;
                                spuId: number;
                                spuName: string;
                                skuId: number;
                                properties: {
                                    propertyId: number;
                                    propertyName: string;
                                    valueId: number;
                                    valueName: string;
                                }[];
                                picUrl: string;
                                count: number;
                                counted: boolean;
                                receivedCount: number | null;
                                applyReason: string;
                                applyDescription: string;
                                applyPicUrls: string[];
                                refundPrice: number;
                                auditTime: number | null;
                                auditReason: string | null;
                                returnAddress: {
                                    name: string;
                                    mobile: string;
                                    areaName: string;
                                    detailAddress: string;
                                } | null;
                                logisticsId: number | null;
                                logisticsNo: string | null;
                                deliveryTime: number | null;
                                receiveTime: number | null;
                                receiveReason: string | null;
                                refundTime: number | null;
                                createTime: number;
                                updateTime: number;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1011000100;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/after-sale/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's after-sales, newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        status?: 10 | 20 | 30 | 40 | 50 | 61 | 62 | 63;
                        statuses?: (10 | 20 | 30 | 40 | 50 | 61 | 62 | 63)[];
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    no: string;
                                    status: number;
                                    way: number;
                                    type: number;
                                    orderId: number;
                                    orderNo: string;
                                    orderItemId: number;
                                    spuId: number;
                                    spuName: string;
                                    skuId: number;
                                    properties: {
                                        propertyId: number;
                                        propertyName: string;
                                        valueId: number;
                                        valueName: string;
                                    }[];
                                    picUrl: string;
                                    count: number;
                                    counted: boolean;
                                    receivedCount: number | null;
                                    applyReason: string;
                                    applyDescription: string;
                                    applyPicUrls: string[];
                                    refundPrice: number;
                                    auditTime: number | null;
                                    auditReason: string | null;
                                    returnAddress: {
                                        name: string;
                                        mobile: string;
                                        areaName: string;
                                        detailAddress: string;
                                    } | null;
                                    logisticsId: number | null;
                                    logisticsNo: string | null;
                                    deliveryTime: number | null;
                                    receiveTime: number | null;
                                    receiveReason: string | null;
                                    refundTime: number | null;
                                    createTime: number;
                                    updateTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/cart/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds units of a SKU to the cart */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        skuId: number;
                        count: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: number;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005002 | 1008006000 | 1008006004;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/cart/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes items from the cart */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: number[];
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1011002000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/cart/get-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts the units in the cart that can be bought */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: number;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/cart/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the cart items, split into those that can be bought and those that cannot */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                validList: {
                                    id: number;
                                    count: number;
                                    selected: boolean;
                                    spu: {
                                        id: number;
                                        name: string;
                                        picUrl: string;
                                        categoryId: number;
                                    };
                                    sku: {
                                        id: number;
                                        picUrl: string;
                                        price: number;
                                        marketPrice: number;
                                        stock: number;
                                        properties: {
                                            propertyId: number;
                                            propertyName: string;
                                            valueId: number;
                                            valueName: string;
                                        }[];
                                    };
                                }[];
                                invalidList: {
                                    id: number;
                                    count: number;
                                    selected: boolean;
                                    spu: {
                                        id: number;
                                        name: string;
                                        picUrl: string;
                                        categoryId: number;
                                    };
                                    sku: {
                                        id: number;
                                        picUrl: string;
                                        price: number;
                                        marketPrice: number;
                                        stock: number;
                                        properties: {
                                            propertyId: number;
                                            propertyName: string;
                                            valueId: number;
                                            valueName: string;
                                        }[];
                                    };
                                }[];
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/cart/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the SKU of a cart item */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        /** Format: int64 */
                        skuId: number;
                        count: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005002 | 1008006000 | 1008006004 | 1011002000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/cart/update-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets the quantity of a cart item */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        count: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005002 | 1008006000 | 1008006004 | 1011002000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/cart/update-selected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Selects or deselects cart items */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: number[];
                        selected: boolean;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1011002000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/config/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the reasons that an after-sale may give */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                afterSaleRefundReasons: string[];
                                afterSaleReturnReasons: string[];
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/delivery/express/getDeliveryExpressList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists enabled delivery companies */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                code: string;
                                name: string;
                                logo: string;
                                sort: number;
                                status: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/delivery/pick-up-store/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a store to pick goods up from */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                introduction: string;
                                phone: string;
                                areaId: number;
                                areaName: string;
                                detailAddress: string;
                                logo: string;
                                openingTime: string;
                                closingTime: string;
                                latitude: number;
                                longitude: number;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1011006000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/delivery/pick-up-store/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the stores to pick goods up from: an order's pickUpStoreId */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                introduction: string;
                                phone: string;
                                areaId: number;
                                areaName: string;
                                detailAddress: string;
                                logo: string;
                                openingTime: string;
                                closingTime: string;
                                latitude: number;
                                longitude: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels an unpaid order */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1004001000 | 1004001003 | 1007002000 | 1007007001 | 1007007005 | 1007007009 | 1011000011 | 1011000025;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Places an order; a repeat with the same Idempotency-Key gets the first response */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                    /** @description For 24 h, requests with the same key get the first response */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        items: {
                            /** Format: int64 */
                            skuId: number;
                            count: number;
                            /** Format: int64 */
                            cartId?: number;
                        }[];
                        /** Format: int64 */
                        hospitalPrescriptionId?: number;
                        /** @enum {integer} */
                        type?: 0 | 1 | 2 | 3 | 4;
                        /** Format: int64 */
                        couponId?: number;
                        pointStatus: boolean;
                        /** @enum {integer} */
                        deliveryType?: 1 | 2;
                        /** Format: int64 */
                        addressId?: number;
                        /** Format: int64 */
                        pickUpStoreId?: number;
                        receiverName?: string;
                        receiverMobile?: string;
                        /** Format: int64 */
                        seckillActivityId?: number;
                        /** Format: int64 */
                        combinationActivityId?: number;
                        /** Format: int64 */
                        combinationHeadId?: number;
                        /** Format: int64 */
                        bargainRecordId?: number;
                        /** Format: int64 */
                        pointActivityId?: number;
                        remark?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                payOrderId: number | null;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1004001000 | 1004001003 | 1004004000 | 1007000000 | 1007000002 | 1008005001 | 1008005002 | 1008006000 | 1008006004 | 1011000032 | 1011000038 | 1011000050 | 1011000051 | 1011002000 | 1011002001 | 1011003000 | 1011003001 | 1011003002 | 1011003003 | 1011003004 | 1011003005 | 1011003006 | 1011006000 | 1013005000 | 1013005002 | 1013005003 | 1013007000 | 1013007005 | 1013007006 | 1013007007 | 1013007008 | 1013008000 | 1013008006 | 1013008007 | 1013008008 | 1013008009 | 1013008010 | 1013010000 | 1013010004 | 1013010005 | 1013010006 | 1013011002 | 1013011003 | 1013011004 | 1013011005 | 1013011006 | 1013011007 | 1013011008 | 1013012000 | 1013012004 | 1013012005 | 1013012006 | 1013012007 | 1013013000 | 1013013002 | 1013013004 | 1013013005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                409: components["responses"]["Refused409"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                422: components["responses"]["Refused422"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hides a completed or cancelled order */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1011000011 | 1011000029 | 1011000118;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/getOrderDetail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an order with its items */
        get: {
            parameters: {
                query: {
                    id: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                no: string;
                                type: number;
                                status: number;
                                productCount: number;
                                createTime: string;
                                finishTime: string | null;
                                cancelTime: string | null;
                                userRemark: string;
                                commentStatus: boolean;
                                payStatus: boolean;
                                payOrderId: number | null;
                                payTime: string | null;
                                payExpireTime: string;
                                payChannelCode: string | null;
                                payChannelName: string | null;
                                totalPrice: number;
                                discountPrice: number;
                                deliveryPrice: number;
                                adjustPrice: number;
                                payPrice: number;
                                deliveryType: number;
                                logisticsId: number | null;
                                logisticsName: string | null;
                                logisticsNo: string | null;
                                deliveryTime: string | null;
                                receiveTime: string | null;
                                receiverName: string;
                                receiverMobile: string;
                                receiverAreaId: number | null;
                                receiverAreaName: string | null;
                                receiverDetailAddress: string | null;
                                pickUpStoreId: number | null;
                                pickUpVerifyCode: string | null;
                                refundStatus: number;
                                refundPrice: number;
                                couponId: number | null;
                                couponPrice: number;
                                pointPrice: number;
                                vipPrice: number;
                                combinationRecordId: number | null;
                                items: {
                                    id: number;
                                    orderId: number;
                                    spuId: number;
                                    spuName: string;
                                    skuId: number;
                                    properties: {
                                        propertyId: number;
                                        propertyName: string;
                                        valueId: number;
                                        valueName: string;
                                    }[];
                                    picUrl: string;
                                    count: number;
                                    leftCount: number;
                                    commentStatus: boolean;
                                    price: number;
                                    payPrice: number;
                                    refundPrice: number;
                                    afterSaleId: number | null;
                                    afterSaleStatus: number;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1011000011;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/getOrderExpressTrackList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns the tracks of an order's parcel; the provider is queried for at most 3 s, then the stored tracks are returned */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                name: string | null;
                                code: string | null;
                                logisticsNo: string | null;
                                logo: string | null;
                                expressTrackRespDTOList: {
                                    time: number;
                                    content: string;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1001009003 | 1011000011 | 1011004000 | 1011004002 | 1011004101 | 1011004102;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/item/createOrderItemComment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reviews an item of a completed order */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        anonymous: boolean;
                        /** Format: int64 */
                        orderItemId: number;
                        descriptionScores: number;
                        benefitScores: number;
                        content: string;
                        picUrls?: string[];
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: number;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008007001 | 1011000010 | 1011000019 | 1011000020;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/item/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns an item of an order */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                orderId: number;
                                spuId: number;
                                spuName: string;
                                skuId: number;
                                properties: {
                                    propertyId: number;
                                    propertyName: string;
                                    valueId: number;
                                    valueName: string;
                                }[];
                                picUrl: string;
                                count: number;
                                leftCount: number;
                                commentStatus: boolean;
                                price: number;
                                payPrice: number;
                                refundPrice: number;
                                afterSaleId: number | null;
                                afterSaleStatus: number;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1011000010;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's orders, newest first */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        userId: number;
                        /** @enum {integer} */
                        status?: 0 | 10 | 20 | 30 | 40;
                        commentStatus?: boolean;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    no: string;
                                    type: number;
                                    status: number;
                                    productCount: number;
                                    commentStatus: boolean;
                                    createTime: number;
                                    payOrderId: number | null;
                                    payPrice: number;
                                    deliveryType: number;
                                    items: {
                                        id: number;
                                        orderId: number;
                                        spuId: number;
                                        spuName: string;
                                        skuId: number;
                                        properties: {
                                            propertyId: number;
                                            propertyName: string;
                                            valueId: number;
                                            valueName: string;
                                        }[];
                                        picUrl: string;
                                        count: number;
                                        leftCount: number;
                                        commentStatus: boolean;
                                        price: number;
                                        payPrice: number;
                                        refundPrice: number;
                                        afterSaleId: number | null;
                                        afterSaleStatus: number;
                                    }[];
                                    combinationRecordId: number | null;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirms the receipt of a shipped order */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1011000011 | 1011000018;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns what an order would cost */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        items: {
                            /** Format: int64 */
                            skuId?: number;
                            count?: number;
                            /** Format: int64 */
                            cartId?: number;
                        }[];
                        /** Format: int64 */
                        couponId?: number;
                        /** @enum {integer} */
                        deliveryType?: 1 | 2;
                        /** Format: int64 */
                        addressId?: number;
                        receiverName?: string;
                        receiverMobile?: string;
                        pointStatus?: boolean;
                        /** Format: int64 */
                        pointActivityId?: number;
                        /** @enum {integer} */
                        type?: 0 | 1 | 2 | 3 | 4;
                        /** Format: int64 */
                        seckillActivityId?: number;
                        /** Format: int64 */
                        combinationActivityId?: number;
                        /** Format: int64 */
                        combinationHeadId?: number;
                        /** Format: int64 */
                        bargainRecordId?: number;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                type: number;
                                items: {
                                    categoryId: number;
                                    spuId: number;
                                    spuName: string;
                                    skuId: number;
                                    price: number;
                                    picUrl: string;
                                    properties: {
                                        propertyId: number;
                                        propertyName: string;
                                        valueId: number;
                                        valueName: string;
                                    }[];
                                    cartId: number | null;
                                    count: number;
                                }[];
                                coupons: {
                                    id: number;
                                    name: string;
                                    usePrice: number;
                                    validStartTime: number;
                                    validEndTime: number;
                                    discountType: number;
                                    discountPercent: number | null;
                                    discountPrice: number | null;
                                    discountLimitPrice: number | null;
                                    match: boolean;
                                    mismatchReason: string | null;
                                }[];
                                price: {
                                    totalPrice: number;
                                    discountPrice: number;
                                    deliveryPrice: number;
                                    couponPrice: number;
                                    pointPrice: number;
                                    vipPrice: number;
                                    payPrice: number;
                                };
                                address: {
                                    id: number;
                                    userId: number;
                                    province: string | null;
                                    city: string | null;
                                    district: string | null;
                                    name: string;
                                    mobile: string;
                                    areaId: number;
                                    areaName: string;
                                    detailAddress: string;
                                    defaultStatus: boolean;
                                } | null;
                                usePoint: number;
                                totalPoint: number;
                                promotions: {
                                    id: number;
                                    name: string;
                                    type: number;
                                    totalPrice: number;
                                    discountPrice: number;
                                    items: {
                                        skuId: number;
                                        totalPrice: number;
                                        discountPrice: number;
                                    }[];
                                    match: boolean;
                                    description: string;
                                }[];
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1004004000 | 1008005001 | 1008005002 | 1008006000 | 1008006004 | 1011000032 | 1011002000 | 1011003000 | 1011003001 | 1011003002 | 1011003003 | 1011003004 | 1011003005 | 1011003006 | 1013007000 | 1013007005 | 1013007006 | 1013007007 | 1013007008 | 1013008000 | 1013008006 | 1013008007 | 1013008008 | 1013008009 | 1013008010 | 1013010000 | 1013010004 | 1013010005 | 1013010006 | 1013011002 | 1013011003 | 1013011004 | 1013011005 | 1013011006 | 1013011007 | 1013011008 | 1013012000 | 1013012004 | 1013012005 | 1013012006 | 1013012007 | 1013013000 | 1013013004 | 1013013005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/trade/order/validateIsToBuy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks whether these products can be ordered */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        spuId: number;
                        buyCount: number;
                    }[];
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1008005001 | 1008005002 | 1008006004;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/about/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                /** @description Any JSON object or list, for the site's own pages */
                                hero: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                advantages: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                timeline: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                partners: unknown;
                            };
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/about/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                companyName: string;
                                slogan: string;
                                address: string;
                                phone: string;
                                email: string;
                                workingHours: string;
                                mapLat: number | null;
                                mapLng: number | null;
                                qrCodeUrl: string;
                            };
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/about/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message to the company; five per hour and address */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        email: string;
                        subject: string;
                        message: string;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/about/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                title: string;
                                avatar: string;
                                description: string;
                                sort: number;
                            }[];
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1017005000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/analytics/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Collects page views and events, at most 100 per call; those that cannot be read are left out */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        events: {
                            /** @enum {string} */
                            type: "pv" | "event";
                            visitorId: string;
                            sessionId?: string;
                            pagePath: string;
                            pageTitle?: string;
                            /** @enum {string} */
                            eventType?: "click" | "submit" | "download" | "demo_try";
                            eventTarget?: string;
                            eventLabel?: string;
                            metadata?: {
                                [key: string]: unknown;
                            };
                            referrer?: string;
                            utmSource?: string;
                            utmMedium?: string;
                            deviceType?: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                accepted: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/analytics/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records how long a page has been open; the longest time per page and session is kept */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        visitorId: string;
                        sessionId: string;
                        pagePath: string;
                        duration: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/analytics/path": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records the path of a session through the pages; the last one reported is kept */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        visitorId: string;
                        /** Format: int64 */
                        userId?: number;
                        sessionId: string;
                        pathSequence?: string[] | string;
                        entryPage?: string;
                        exitPage?: string;
                        totalPages?: number;
                        totalDuration?: number;
                        converted?: boolean;
                        conversionType?: string;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: boolean;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/auth/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the state of the QR sign-in; once confirmed, the same tokens for 60 s */
        get: {
            parameters: {
                query: {
                    sessionId: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                status: number;
                                accessToken: string | null;
                                refreshToken: string | null;
                                expiresIn: number | null;
                                redirectUri: string | null;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1001009003;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/auth/qrcode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Creates a QR code for the browser to show, valid for five minutes, and the secret to poll it with */
        get: {
            parameters: {
                query: {
                    redirectUri: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                sessionId: string;
                                qrcodeUrl: string;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1001009003;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/config/site-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                logo: string;
                                companyName: string;
                                phone: string;
                                email: string;
                                address: string;
                                icp: string;
                                policeIcp: string;
                                socialQrcode: string;
                                serviceQrcode: string;
                                /** @description Any JSON object or list, for the site's own pages */
                                socialLinks: unknown;
                            };
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/demo/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                productId: number | null;
                                name: string;
                                demoUrl: string;
                                adminUrl: string;
                                username: string;
                                password: string;
                                description: string;
                                status: number;
                                sortOrder: number;
                                screenshot: string;
                                accounts: {
                                    label: string;
                                    value: string;
                                }[];
                                createTime: number;
                            }[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017001000 | 1017003000 | 1017006000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/home/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns everything on the home page */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                stats: {
                                    label: string;
                                    value: string;
                                    icon: string;
                                    numericVal: number | null;
                                    suffix: string;
                                }[];
                                solutions: {
                                    id: number;
                                    title: string;
                                    subtitle: string;
                                    thumbnail: string;
                                    description: string;
                                    categoryId: number | null;
                                    categoryName: string | null;
                                    deployType: string;
                                    isHot: boolean;
                                    version: string;
                                    tags: string[];
                                    demoUrl: string;
                                    sortOrder: number;
                                }[];
                                products: {
                                    id: number;
                                    title: string;
                                    subtitle: string;
                                    thumbnail: string;
                                    categoryId: number | null;
                                    categoryName: string | null;
                                    description: string;
                                    tags: string[];
                                    demoUrl: string;
                                    sortOrder: number;
                                }[];
                                /** @description Any JSON object or list, for the site's own pages */
                                partners: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                banners: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                hero: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                advantages: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                cta: unknown;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017001000 | 1017002000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/license/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verifies a license by domain or number; `exists` is the result, `message` the reason */
        get: {
            parameters: {
                query?: {
                    domainName?: string;
                    authorizationNo?: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                exists: boolean;
                                domainName: string | null;
                                authorizationNo: string | null;
                                companyName: string | null;
                                expirationTime: number | null;
                                message: string;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/policy/get-by-type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the version of a policy that is in force */
        get: {
            parameters: {
                query: {
                    policyType: "privacy" | "terms";
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                policyType: string;
                                title: string;
                                version: string;
                                content: string;
                                effectiveDate: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017007000 | 1017007001 | 1017007002;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/product/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                description: string;
                                tags: string[];
                                demoUrl: string;
                                detailContent: string;
                                /** @description Any JSON object or list, for the site's own pages */
                                gallery: unknown;
                                techTags: string[];
                                /** @description Any JSON object or list, for the site's own pages */
                                stats: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                pricingPlans: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                features: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                techStack: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                changelog: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                envRequirements: unknown;
                                seoTitle: string;
                                seoDescription: string;
                                createTime: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017001000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/product/{id}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists products of the same category or with the same tags */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                description: string;
                                tags: string[];
                                demoUrl: string;
                                sortOrder: number;
                            }[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017001000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/product/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists customers' reviews of a product, newest first */
        get: {
            parameters: {
                query?: {
                    pageNo?: number;
                    pageSize?: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    nickname: string;
                                    avatar: string;
                                    score: number;
                                    content: string;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017001000 | 1017003000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/product/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists products, optionally of a category and its subcategories */
        get: {
            parameters: {
                query?: {
                    categoryId?: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                description: string;
                                tags: string[];
                                demoUrl: string;
                                sortOrder: number;
                            }[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017001000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/solution/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                description: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                deployType: string;
                                isHot: boolean;
                                version: string;
                                tags: string[];
                                demoUrl: string;
                                sortOrder: number;
                                detailContent: string;
                                /** @description Any JSON object or list, for the site's own pages */
                                gallery: unknown;
                                techTags: string[];
                                /** @description Any JSON object or list, for the site's own pages */
                                features: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                techStack: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                changelog: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                envRequirements: unknown;
                                seoTitle: string;
                                seoDescription: string;
                                createTime: number;
                                updateTime: number;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017002000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/solution/{id}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists solutions of the same category or with the same tags */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                description: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                deployType: string;
                                isHot: boolean;
                                version: string;
                                tags: string[];
                                demoUrl: string;
                                sortOrder: number;
                            }[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017002000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/solution/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the tree of industry categories in use */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: components["schemas"]["IndustryCategory"][];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/solution/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists solutions, optionally of a category and its subcategories */
        get: {
            parameters: {
                query?: {
                    categoryId?: number;
                    deployType?: string;
                    keyword?: string;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                title: string;
                                subtitle: string;
                                thumbnail: string;
                                description: string;
                                categoryId: number | null;
                                categoryName: string | null;
                                deployType: string;
                                isHot: boolean;
                                version: string;
                                tags: string[];
                                demoUrl: string;
                                sortOrder: number;
                            }[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017002000 | 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/source/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                version: string;
                                icon: string;
                                description: string;
                                envTags: string[];
                                updateTime: number;
                                fileSize: number;
                                downloadCount: number;
                                categoryId: number | null;
                                categoryName: string | null;
                                /** @description Any JSON object or list, for the site's own pages */
                                changelog: unknown;
                                /** @description Any JSON object or list, for the site's own pages */
                                envRequirements: unknown;
                            };
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005 | 1017004000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/source/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an address of the package that is valid for five minutes */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: string;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017003000 | 1017004000 | 1017004001;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/source/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                name: string;
                                version: string;
                                icon: string;
                                description: string;
                                envTags: string[];
                                updateTime: number;
                                fileSize: number;
                                downloadCount: number;
                                categoryId: number | null;
                                categoryName: string | null;
                            }[];
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 1017003000 | 1017003001 | 1017003002 | 1017003003 | 1017003004 | 1017003005 | 1017004000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                /** @description The ETag of If-None-Match is the current one */
                304: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                400: components["responses"]["Refused400"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/user/downloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the member's downloads, newest first */
        get: {
            parameters: {
                query?: {
                    pageNo?: number;
                    pageSize?: number;
                };
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                list: {
                                    id: number;
                                    sourceId: number;
                                    sourceName: string;
                                    version: string;
                                    createTime: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/user/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the member's licenses, newest first */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                authorizationNo: string;
                                productId: number;
                                productName: string;
                                domainName: string;
                                companyName: string;
                                status: number;
                                authorizeTime: number;
                                expirationTime: number;
                            }[];
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-api/website/user/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the member, with the name of the level and the company of a valid license */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 0;
                            data: {
                                id: number;
                                nickname: string;
                                avatar: string;
                                mobile: string | null;
                                level: string | null;
                                companyName: string | null;
                            };
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1004001000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member/invoiceInfo/appCreateOrderInvoiceInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Applies for the invoice of an order; orderNumber is the order's id */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                    /** @description For 24 h, requests with the same key get the first response */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        orderNumber: number;
                        /** @enum {integer} */
                        invoiceType: 1 | 2;
                        invoicePrice: string;
                        title: string;
                        /** @enum {integer} */
                        titleType: 1 | 2;
                        taxNo?: string;
                        address?: string;
                        phone?: string;
                        bankAddress?: string;
                        bankNo?: string;
                        /** @enum {integer} */
                        type: 1 | 2;
                        /** Format: email */
                        email?: string;
                        mailingAddress?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @enum {integer} */
                            code: 2000024 | 1001009003 | 1011000011 | 1014001001 | 1014001002 | 1014001003;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                409: components["responses"]["RefusedFalse409"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                422: components["responses"]["RefusedFalse422"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member/invoiceInfo/appOrderInvoicedListPage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists orders by invoicing: invoiceType 1 can be invoiced, 2 have an invoice that is applied for, being issued or issued */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        invoiceType: 1 | 2;
                        /**
                         * Format: int64
                         * @default 1
                         */
                        pageNo?: number;
                        /**
                         * Format: int64
                         * @default 10
                         */
                        pageSize?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                list: {
                                    tradeOrderId: number;
                                    no: string;
                                    createTime: string;
                                    payPrice: number;
                                    invoiceStatus: number;
                                    spuName: string;
                                    picUrl: string;
                                    invoicePrice: string;
                                    type?: number;
                                    invoiceUrl?: string | null;
                                    id?: number;
                                }[];
                                total: number;
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member/invoiceInfo/fileLink/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an address of one of the member's invoices that opens without a token for five minutes */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: string;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1014001000;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                404: components["responses"]["Refused404"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member/invoiceTitle/appCreateInvoiceTitle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates an invoice title */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        invoiceType?: 1 | 2;
                        title?: string;
                        /** @enum {integer} */
                        titleType?: 1 | 2;
                        taxNo?: string;
                        address?: string;
                        phone?: string;
                        bankAddress?: string;
                        bankNo?: string;
                        email?: string;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: number;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1014000001;
                            data: null;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member/invoiceTitle/appDeleteInvoiceTitle/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes an invoice title */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1014000000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedEarly400"];
                401: components["responses"]["RefusedEarly401"];
                403: components["responses"]["RefusedEarly403"];
                404: components["responses"]["RefusedEarly404"];
                413: components["responses"]["RefusedEarly413"];
                415: components["responses"]["RefusedEarly415"];
                429: components["responses"]["RefusedEarly429"];
                503: components["responses"]["RefusedEarly503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member/invoiceTitle/appGetInvoiceTitleList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the member's invoice titles, of companies and persons */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        titleType?: 1 | 2;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: {
                                companyList: {
                                    id: number;
                                    title: string;
                                    titleType: number;
                                    taxNo: string;
                                    address: string;
                                    phone: string;
                                    bankAddress: string;
                                    bankNo: string;
                                }[];
                                personList: {
                                    id: number;
                                    title: string;
                                    titleType: number;
                                    taxNo: string;
                                    address: string;
                                    phone: string;
                                    bankAddress: string;
                                    bankNo: string;
                                }[];
                            };
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["Refused400"];
                401: components["responses"]["Refused401"];
                403: components["responses"]["Refused403"];
                413: components["responses"]["Refused413"];
                415: components["responses"]["Refused415"];
                429: components["responses"]["Refused429"];
                503: components["responses"]["Refused503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/member/invoiceTitle/appUpdateInvoiceTitle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Updates the given fields of an invoice title */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description 0, 10, 11, 20 or 31; missing counts as 0 */
                    terminal?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: int64 */
                        id: number;
                        title?: string | null;
                        /** @enum {integer} */
                        titleType?: 1 | 2;
                        taxNo?: string | null;
                        address?: string | null;
                        phone?: string | null;
                        bankAddress?: string | null;
                        bankNo?: string | null;
                    };
                };
            };
            responses: {
                /** @description Success, or a refusal: see `code` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            code: 200;
                            data: boolean;
                            msg: string;
                        } | {
                            /** @constant */
                            code: 1014000000;
                            /** @constant */
                            data: false;
                            msg: string;
                        };
                    };
                };
                400: components["responses"]["RefusedFalse400"];
                401: components["responses"]["RefusedFalse401"];
                403: components["responses"]["RefusedFalse403"];
                413: components["responses"]["RefusedFalse413"];
                415: components["responses"]["RefusedFalse415"];
                429: components["responses"]["RefusedFalse429"];
                503: components["responses"]["RefusedFalse503"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        IndustryCategory: {
            id: number;
            parentId: number;
            name: string;
            level: number;
            sortOrder: number;
            icon: string;
            description: string;
            status: number;
            children: components["schemas"]["IndustryCategory"][];
        };
        AreaNode: {
            id: number;
            name: string;
            children?: components["schemas"]["AreaNode"][];
        };
    };
    responses: {
        /** @description Bad input: `msg` names the field */
        Refused400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 400;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description Too many requests: `Retry-After` says when to try again */
        Refused429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 429;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description Not ready yet: try again after `Retry-After` */
        Refused503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 503;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description Not found */
        Refused404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 404;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description Bad input: `msg` names the field */
        RefusedFalse400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 400;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description Not signed in */
        RefusedFalse401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 401;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description Not allowed */
        RefusedFalse403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 403;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description The body is too large */
        RefusedFalse413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 413;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description The body has another type */
        RefusedFalse415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 415;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description Too many requests: `Retry-After` says when to try again */
        RefusedFalse429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 429;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description Not ready yet: try again after `Retry-After` */
        RefusedFalse503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 503;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description Not signed in */
        Refused401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 401;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description Not allowed */
        Refused403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 403;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description The body is too large */
        Refused413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 413;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description The body has another type */
        Refused415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 415;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description The Idempotency-Key was used with another body */
        Refused422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 422;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description A request with this Idempotency-Key is still running */
        Refused409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 409;
                    data: null;
                    msg: string;
                };
            };
        };
        /** @description A request with this Idempotency-Key is still running */
        RefusedFalse409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 409;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description The Idempotency-Key was used with another body */
        RefusedFalse422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 422;
                    /** @constant */
                    data: false;
                    msg: string;
                };
            };
        };
        /** @description Bad input: `msg` names the field */
        RefusedEarly400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 400;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
        /** @description Not signed in */
        RefusedEarly401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 401;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
        /** @description Not allowed */
        RefusedEarly403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 403;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
        /** @description Not found */
        RefusedEarly404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 404;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
        /** @description The body is too large */
        RefusedEarly413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 413;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
        /** @description The body has another type */
        RefusedEarly415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 415;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
        /** @description Too many requests: `Retry-After` says when to try again */
        RefusedEarly429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 429;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
        /** @description Not ready yet: try again after `Retry-After` */
        RefusedEarly503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 503;
                    /** @enum {unknown} */
                    data: false | null;
                    msg: string;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
